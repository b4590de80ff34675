# Receives webhooks, and keeps each event once as a file, from which your own program works it off. Needs Python 3.9.
#   WEBHOOK_SECRET=whsec_… PORT=3000 INBOX=inbox python3 receiver.py
import base64, hashlib, hmac, os, re, time, uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

secret = os.environ["WEBHOOK_SECRET"]  # shown when you registered the webhook
inbox = os.environ.get("INBOX", "inbox")
max_age_seconds = 300
max_body_bytes = 10_000_000
os.makedirs(inbox, mode=0o700, exist_ok=True)  # events have names and e-mails

# The text after whsec_ is the key in base64; any other secret is the key itself.
is_encoded = re.fullmatch(r"whsec_[A-Za-z0-9+/]+={0,2}", secret)
key = base64.b64decode(secret[6:]) if is_encoded else secret.encode()


def refusal_of(headers, body):
    """Why a message is not genuine, if it is not. The signature covers id, time and the raw bytes of the body."""
    message, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,100}", message) or not re.fullmatch(r"[0-9]{1,12}", timestamp):
        return "webhook-id or webhook-timestamp is missing"
    if abs(time.time() - int(timestamp)) > max_age_seconds:
        return "the message is too old"
    signed = f"{message}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    # During a rotation there is one signature for each of the two secrets.
    given = headers.get("webhook-signature", "").split(" ")
    is_genuine = any([hmac.compare_digest(each.encode(), expected.encode()) for each in given])
    return None if is_genuine else "no signature matches"


def keep(message, body):
    """Returns False for an event that is here already: only one file can have its name. The file is whole before it has it."""
    unfinished = os.path.join(inbox, f".{uuid.uuid4()}")
    with open(unfinished, "wb") as file:
        file.write(body)
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(unfinished, os.path.join(inbox, f"{message}.json"))
        return True
    except FileExistsError:
        return False
    finally:
        os.unlink(unfinished)


class Receiver(BaseHTTPRequestHandler):
    timeout = 30

    def do_GET(self):
        self.answer(200, parse_qs(urlsplit(self.path).query).get("validationToken", [""])[0])

    def do_POST(self):
        length = int(self.headers.get("content-length", "0"))
        if not 0 <= length <= max_body_bytes:
            return self.answer(413, "the message is too large")
        body = self.rfile.read(length)
        refusal = refusal_of(self.headers, body)
        if refusal:
            return self.answer(401, refusal)
        self.answer(200, "kept" if keep(self.headers["webhook-id"], body) else "known")

    def answer(self, status, text):
        body = text.encode()
        self.send_response(status)
        self.send_header("content-type", "text/plain")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "3000"))), Receiver)
print(f"Receiving at http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
