// What boardgame.io's reducer does in memory, without sockets and without a disk: beside `cargo run --release -p server
// --example load`. In a folder of your choice: npm install boardgame.io, then
// NODE_ENV=production node path/to/boardgame.mjs
import { createRequire } from 'node:module';
import { performance } from 'node:perf_hooks';

const require = createRequire(`${process.cwd()}/`);
const { CreateGameReducer, InitializeGame } = require('boardgame.io/internal');
// As small as the tests' own game: two seats, a number each time.
const game = {
  setup: () => ({ decided: [] }),
  moves: { decide: ({ G }, option) => { G.decided.push(option); } },
  turn: { minMoves: 2, maxMoves: 2 },
};
const move = (option, player) => ({ type: 'MAKE_MOVE', payload: { type: 'decide', args: [option], playerID: player } });

const reducer = CreateGameReducer({ game, isClient: false });
let moves = 0;
const start = performance.now();
while (performance.now() - start < 3000) {
  let state = InitializeGame({ game, numPlayers: 2 });
  for (let n = 0; n < 12; n += 1) {
    const before = state._stateID;
    state = reducer(state, move(n % 2, state.ctx.currentPlayer));
    if (state._stateID === before) throw new Error('a move was refused');
    moves += 1;
  }
}
console.log(`boardgame.io, reducer in memory: ${Math.round(moves / ((performance.now() - start) / 1000))} moves a second`);
