"""The service as the tests meet it: recorded responses, sent over HTTP; or a running service, which is recorded.

    DISCLOSED_URL=... DISCLOSED_API_KEY=... pytest             the running service
    ... DISCLOSED_RECORD=1 pytest                              the same, and its responses are recorded
"""

import json
import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

import published_core

if find_spec("openbb_core") is None:
    published_core.install()

#: a response per line
RECORD = Path(__file__).parent / "record" / "responses.ndjson"
URL = os.environ.get("DISCLOSED_URL")
KEY = os.environ.get("DISCLOSED_API_KEY")


class _Door(BaseHTTPRequestHandler):
    """Sends what is recorded for the path, or passes the request on to the running service."""

    recorded: dict[str, dict] = {}

    def do_GET(self) -> None:
        status, body = self._passed_on() if URL else self._recorded()
        content = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def _recorded(self) -> tuple[int, dict]:
        found = self.recorded.get(self._recorded_as())
        return (found["status"], found["body"]) if found else (599, {"error": f"not recorded: {self.path}"})

    def _recorded_as(self) -> str:
        known = self.headers["Authorization"] == f"Bearer {KEY or 'recorded'}"
        return self.path if known else f"unknown key: {self.path}"

    def _passed_on(self) -> tuple[int, dict]:
        headers = {"Authorization": self.headers["Authorization"], "Accept": "application/json"}
        try:
            with urlopen(Request(f"{URL}{self.path}", headers=headers)) as response:
                status, body = response.status, json.load(response)
        except HTTPError as error:
            status, body = error.code, json.load(error)
        path = self._recorded_as()
        self.recorded[path] = {"path": path, "status": status, "body": body}
        return status, body

    def log_message(self, *_arguments: object) -> None:
        pass


@pytest.fixture(scope="session")
def service():
    if not URL:
        responses = map(json.loads, RECORD.read_text(encoding="utf-8").strip().split("\n"))
        _Door.recorded = {response["path"]: response for response in responses}
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Door)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()
    if os.environ.get("DISCLOSED_RECORD"):
        lines = [json.dumps(response, ensure_ascii=False) for _, response in sorted(_Door.recorded.items())]
        RECORD.write_text("\n".join(lines) + "\n", encoding="utf-8")


@pytest.fixture
def credentials(service):
    return {"disclosed_api_key": KEY or "recorded", "disclosed_url": service}
