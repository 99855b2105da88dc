//! The program as a process: built, started on a free port, killed, started again on the same data.

use std::io::{self, BufRead, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs, process, thread};

use serde_json::Value;

use crate::http::{self, Reply};

/// Where the program is: `BOCAGE_BIN`, or built now as players build it.
pub fn program() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        if let Some(given) = env::var_os("BOCAGE_BIN") {
            let given = PathBuf::from(given);
            assert!(
                given.is_file(),
                "BOCAGE_BIN is {}, and there is no such file",
                given.display()
            );
            return given;
        }
        let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let built = Command::new(cargo)
            .args([
                "build",
                "--release",
                "-p",
                "bocage",
                "--message-format=json-render-diagnostics",
            ])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stderr(Stdio::inherit())
            .output()
            .expect("cargo can be started");
        assert!(built.status.success(), "cargo build --release -p bocage failed");
        let messages = String::from_utf8_lossy(&built.stdout).into_owned();
        messages
            .lines()
            .filter_map(|it| serde_json::from_str::<Value>(it).ok())
            .filter(|it| it["target"]["name"] == "bocage")
            .find_map(|it| it["executable"].as_str().map(PathBuf::from))
            .expect("cargo names the program it has built")
    })
}

/// `target/e2e-shots`, `target/e2e-…`: what is left behind for people to look at.
pub fn folder(name: &str) -> PathBuf {
    let target = env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target"), PathBuf::from);
    let folder = target.join(name);
    fs::create_dir_all(&folder).unwrap_or_else(|it| panic!("{}: {it}", folder.display()));
    folder
}

/// A folder that goes when the test does.
pub struct Scratch(PathBuf);

impl Scratch {
    pub fn new() -> Scratch {
        static MADE: AtomicU32 = AtomicU32::new(0);
        let n = MADE.fetch_add(1, Ordering::Relaxed);
        let path = env::temp_dir().join(format!("bocage-e2e-{}-{n}", process::id()));
        fs::create_dir_all(&path).unwrap_or_else(|it| panic!("{}: {it}", path.display()));
        Scratch(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Default for Scratch {
    fn default() -> Scratch {
        Scratch::new()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A running `bocage serve`.
pub struct Program {
    child: Option<Child>,
    pub port: u16,
    data: Scratch,
    /// A folder of further modules, from the root of the repository.
    pub modules: Option<PathBuf>,
    /// Others may reach it: seats need invitations.
    pub open_to_network: bool,
    address: String,
}

impl Program {
    /// A fresh data folder, a port nobody uses.
    pub fn start() -> Program {
        let free = TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
        let port = free.local_addr().expect("its number").port();
        drop(free);
        let mut program = Program {
            child: None,
            port,
            data: Scratch::new(),
            modules: None,
            open_to_network: false,
            address: String::new(),
        };
        program.start_again();
        program
    }

    /// On the same port and the same data.
    pub fn start_again(&mut self) {
        assert!(self.child.is_none(), "the program is still running");
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let modules = self.modules.as_ref().map(|it| [PathBuf::from("--modules"), root.join(it)]);
        let mut child = Command::new(program())
            .args(["serve", "--no-open", "--port", &self.port.to_string(), "--data"])
            .arg(self.data.path().join("data"))
            .args(modules.into_iter().flatten())
            .args(self.open_to_network.then_some("--open-to-network"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap_or_else(|it| panic!("{}: {it}", program().display()));
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut said = String::new();
        let _ = out.read_line(&mut said);
        let address = said.trim().strip_prefix("Bocage is at ").unwrap_or_else(|| panic!("{said}"));
        let own = format!("http://127.0.0.1:{}/", self.port);
        assert!(self.open_to_network || address == own, "{said}");
        self.address = address.to_string();
        thread::spawn(move || io::copy(&mut out, &mut io::sink()));
        self.child = Some(child);
    }

    /// Starts again with a module of the plays' own: the folder of that name here, beside the tables of its system.
    pub fn bring(&mut self, system: &str, module: &str) {
        self.kill();
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let modules = self.data.path().join("modules");
        copy(&here.join(module), &modules.join(system).join(module));
        let tables = Path::new(system).join("tables.toml");
        copy(&here.join("../../modules").join(&tables), &modules.join(&tables));
        self.modules = Some(modules);
        self.start_again();
    }

    /// `kill -9`: no farewell, nothing flushed.
    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.kill().expect("our own child can be killed");
            child.wait().expect("it has ended");
        }
    }

    pub fn address(&self) -> String {
        self.address.clone()
    }

    /// A request that may fail to arrive, as when the server is being killed.
    pub fn try_ask(&self, method: &str, path: &str, body: Option<&str>) -> io::Result<Reply> {
        http::ask(self.port, method, path, body)
    }

    #[track_caller]
    pub fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> Reply {
        let body = body.map(Value::to_string);
        match self.try_ask(method, path, body.as_deref()) {
            Ok(reply) => reply,
            Err(error) => panic!("{method} {path}: {error}"),
        }
    }

    /// A request that must go well.
    #[track_caller]
    pub fn get(&self, path: &str) -> Value {
        let reply = self.ask("GET", path, None);
        assert_eq!(reply.status, 200, "GET {path}: {}", reply.body);
        reply.json()
    }

    #[track_caller]
    pub fn post(&self, path: &str, body: &Value) -> Value {
        let reply = self.ask("POST", path, Some(body));
        assert!(reply.status / 100 == 2, "POST {path} {body}: {} {}", reply.status, reply.body);
        reply.json()
    }
}

/// A folder with all that is in it.
fn copy(from: &Path, to: &Path) {
    if from.is_file() {
        fs::copy(from, to).unwrap_or_else(|it| panic!("{}: {it}", from.display()));
        return;
    }
    fs::create_dir_all(to).unwrap_or_else(|it| panic!("{}: {it}", to.display()));
    let all = fs::read_dir(from).unwrap_or_else(|it| panic!("{}: {it}", from.display()));
    for entry in all.filter_map(Result::ok) {
        copy(&entry.path(), &to.join(entry.file_name()));
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.kill();
    }
}
