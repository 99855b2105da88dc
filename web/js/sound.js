// @ts-check
// Quiet sounds, made here and loaded from nowhere; off until they are wanted.

import { setting } from './dom.js';

/** @type {AudioContext | null} */
let ears = null;

const on = () => setting.get('sound', 'off') === 'on';

/** A short burst of noise through a filter. @param {number} at s from now @param {number} long s @param {number} pitch Hz @param {number} loud */
function noise(at, long, pitch, loud) {
  ears ??= new AudioContext();
  const rate = ears.sampleRate;
  const buffer = ears.createBuffer(1, Math.ceil(rate * long), rate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 2;
  const source = ears.createBufferSource();
  source.buffer = buffer;
  const filter = ears.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = pitch;
  const gain = ears.createGain();
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(ears.destination);
  source.start(ears.currentTime + at);
}

export const sound = {
  on,
  toggle() {
    setting.set('sound', on() ? 'off' : 'on');
    sound.dice();
  },
  /** Dice on a table. */
  dice() {
    if (on()) for (const at of [0, 0.07, 0.13, 0.21]) noise(at, 0.035, 2600, 0.16);
  },
  shot() {
    if (on()) noise(0, 0.16, 420, 0.3);
  },
  step() {
    if (on()) noise(0, 0.05, 900, 0.1);
  },
};
