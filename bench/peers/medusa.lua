-- The cheapest requests of Medusa's admin API: a customer is created, and read by id.
local function env(name) return (assert(os.getenv(name), name)) end
local head = " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " .. env("TOKEN") .. "\r\n"

local sent = 0
local start = env("PREFIX")
local function create()
  sent = sent + 1
  local body = '{"email":"' .. start .. sent .. '@example.com","first_name":"Ana","last_name":"Souza"}'
  return "POST /admin/customers" .. head .. "Content-Type: application/json\r\nContent-Length: " .. #body .. "\r\n\r\n" .. body
end

local customer = env("CUSTOMER")
local function read() return "GET /admin/customers/" .. customer .. head .. "\r\n" end

request = ({ create = create, read = read })[env("WORKLOAD")]

done = function(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.timeout + errors.status
  print(string.format('{"requests":%d,"us":%d,"p50us":%d,"p99us":%d,"failed":%d}',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), failed))
end
