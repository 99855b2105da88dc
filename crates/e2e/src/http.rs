//! As much HTTP/1.1 as chromedriver and our own server need: one request a connection.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::Value;

/// Longer than anything here should take; a test that waits has its own, shorter patience.
const PATIENCE: Duration = Duration::from_secs(60);

pub struct Reply {
    pub status: u16,
    pub body: String,
}

impl Reply {
    /// The body as JSON; a body that is none is a string.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| Value::String(self.body.clone()))
    }
}

/// One request to this machine. `body` goes out as it is, with the content type of JSON.
pub(crate) fn ask(port: u16, method: &str, path: &str, body: Option<&str>) -> io::Result<Reply> {
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    stream.set_nodelay(true)?;
    let body = body.unwrap_or("");
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes())?;
    read(&mut BufReader::new(stream))
}

fn read(from: &mut impl BufRead) -> io::Result<Reply> {
    let first = line(from)?;
    let status = first.split(' ').nth(1).and_then(|it| it.parse().ok());
    let status = status.ok_or_else(|| io::Error::other(format!("no status in {first:?}")))?;
    let mut length = None;
    let mut chunked = false;
    loop {
        let header = line(from)?.to_ascii_lowercase();
        if header.is_empty() {
            break;
        }
        match header.split_once(':').map(|(name, value)| (name, value.trim())) {
            Some(("content-length", value)) => length = value.parse::<u64>().ok(),
            Some(("transfer-encoding", value)) => chunked = value.contains("chunked"),
            _ => (),
        }
    }
    let mut body = Vec::new();
    match length {
        _ if chunked => loop {
            let size = line(from)?;
            let size = u64::from_str_radix(size.split(';').next().unwrap_or("").trim(), 16)
                .map_err(io::Error::other)?;
            from.take(size).read_to_end(&mut body)?;
            line(from)?;
            if size == 0 {
                break;
            }
        },
        Some(length) => {
            let read = from.take(length).read_to_end(&mut body)?;
            if (read as u64) < length {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        None => drop(from.read_to_end(&mut body)?),
    }
    Ok(Reply { status, body: String::from_utf8_lossy(&body).into_owned() })
}

fn line(from: &mut impl BufRead) -> io::Result<String> {
    let mut line = String::new();
    if from.read_line(&mut line)? == 0 {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(line.trim_end_matches(['\r', '\n']).to_string())
}
