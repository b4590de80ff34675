-- The requests of each workload. They are concatenated here, because wrk.format would use much of the CPU time that the service needs
-- on the same cores.
local function env(name) return (assert(os.getenv(name), name)) end
local head = " HTTP/1.1\r\nHost: localhost\r\nAuthorization: ApiKey " .. env("API_KEY") .. "\r\nX-TENANT-ID: " .. env("TENANT") .. "\r\n"

local random = io.open("/dev/urandom", "rb")
local a, b, c, d = random:read(4):byte(1, 4)
random:close()
math.randomseed(((a * 256 + b) * 256 + c) * 128 + d)

local function post(path, body)
  local key = string.format("%08x-%08x-%08x", math.random(0, 0x7fffffff), math.random(0, 0x7fffffff), math.random(0, 0x7fffffff))
  return "POST " .. path .. head .. "Content-Type: application/json\r\nIdempotency-Key: " .. key
    .. "\r\nContent-Length: " .. #body .. "\r\n\r\n" .. body
end

local function create()
  local contact = string.format("c%04d@example.com", math.random(1000))
  return post("/v1/payment-intents/create",
    '{"intentType":"ad-hoc","contact":"' .. contact .. '","currency":"EUR","dueAt":"2036-12-01T00:00:00Z",'
    .. '"items":[{"name":"Room","amount":1200},{"name":"Breakfast","description":"two","category":"food","amount":300}]}')
end

local function read()
  return "GET /v1/payment-intents/" .. string.format("%024x", math.random(1000)) .. head .. "\r\n"
end

-- The same read as a tool call of an agent with the current protocol revision.
local meta = '"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},'
  .. '"io.modelcontextprotocol/clientInfo":{"name":"bench","version":"1"}}'
local function tool()
  local body = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"payment_intent_get","arguments":{"paymentIntent":"'
    .. string.format("%024x", math.random(1000)) .. '"},' .. meta .. '}}'
  return "POST /v1/mcp" .. head .. "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n"
    .. "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: payment_intent_get\r\nContent-Length: "
    .. #body .. "\r\n\r\n" .. body
end

-- Spreads payments over the tenant and pays every intent once before any is paid again: 7919 is prime.
local size = tonumber(env("SIZE"))
local turn = math.random(size)
local function pay()
  turn = turn + 1
  local intent = string.format("%024x", turn * 7919 % size + 1)
  return post("/v1/transactions/create", '{"paymentIntent":"' .. intent .. '","amount":100,"method":"bank-transfer"}')
end

local function refund()
  turn = turn + 1
  local charge = string.format("%024x", turn * 7919 % size + 1)
  return post("/v1/refund-intents/create", '{"transaction":"' .. charge .. '","amount":100,"reason":"requested by the customer"}')
end

-- A request uses up its approval request or split, so each is named once.
local sent = tonumber(env("SENT"))
local function next_id()
  sent = sent + 1
  return string.format("%024x", sent)
end

local function approve()
  return post("/v1/approvals/requests/" .. next_id() .. "/approve", "{}")
end

local supplier = string.rep("f", 24)
local function payout()
  return post("/v1/payouts/create", '{"recipientType":"supplier","partnership":"' .. supplier
    .. '","currency":"EUR","splits":["' .. next_id() .. '"],"method":"manual"}')
end

-- Requests come from many addresses, because the public routes have a rate limit per address.
local function get_public(path)
  return "GET " .. path .. head .. string.format("X-Forwarded-For: 198.18.%d.%d\r\n\r\n", math.random(0, 31), math.random(0, 255))
end

local function fx()
  local amount = math.random(1, 1000000)
  return get_public("/demo/fx-rates?sourceAmount=" .. amount .. "&sourceCurrency=EUR&targetCountry=BR&targetCurrency=BRL")
end

local function financing()
  local amount = math.random(6000, 1000000)
  return get_public("/demo/financing-rates?amount=" .. amount .. "&currency=BRL&gateway=simulator&method=card")
end

-- A browser requests a page without a key. The links are signed, so the benchmark passes them in.
local links = {}
for link in string.gmatch(os.getenv("LINKS") or "", "[^,]+") do links[#links + 1] = link end
local function pay_page()
  return "GET " .. links[math.random(#links)] .. " HTTP/1.1\r\nHost: localhost\r\nAccept-Language: pt-BR\r\n\r\n"
end

local workloads = {
  create = create, read = read, tool = tool, pay = pay, refund = refund, approve = approve, payout = payout, fx = fx, financing = financing,
  payPage = pay_page,
}
request = workloads[env("WORKLOAD")]

done = function(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.timeout + errors.status
  print(string.format('{"requests":%d,"us":%d,"p50us":%d,"p99us":%d,"failed":%d}',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), failed))
end
