import assert from "node:assert/strict"
import { test } from "node:test"
import { isPublic } from "./addresses.ts"

const words = (text: string) => text.trim().split(/\s+/)

test("addresses of the internet are public", () => {
  const some = words(`1.1.1.1 8.8.8.8 93.184.216.34 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.1
    169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 223.255.255.255
    2606:4700::1111 2a00:1450:4001:81b::200e 2001:4860:4860::8888 [2606:4700::1111] ::ffff:8.8.8.8`)
  for (const address of some) assert.equal(isPublic(address), true, address)
})

test("addresses of a host, a private network, a carrier or a cloud are not public", () => {
  const some = words(`0.0.0.0 0.1.2.3 127.0.0.1 127.255.255.254 10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.255 192.168.0.1
    100.64.0.1 100.127.255.255 169.254.0.1 169.254.169.254 168.63.129.16 100.100.100.200
    192.0.0.1 192.0.2.1 192.88.99.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255
    :: ::1 [::1] fc00::1 fd00:ec2::254 fe80::1 febf::1 fec0::1 ff02::1 100::1 2001:db8::1 3fff::1 5f00::1`)
  for (const address of some) assert.equal(isPublic(address), false, address)
})

test("a private address is recognized in every notation", () => {
  const mapped = words("::ffff:127.0.0.1 ::ffff:7f00:1 ::FFFF:10.0.0.1 0:0:0:0:0:ffff:a9fe:a9fe ::ffff:192.168.1.1 ::ffff:0.0.0.0")
  const translated = words("64:ff9b::127.0.0.1 64:ff9b::a9fe:a9fe 64:ff9b:1::a00:1 ::ffff:0:127.0.0.1 ::ffff:0:a9fe:a9fe")
  const tunnelled = words("2002:7f00:1:: 2002:a9fe:a9fe::1 2002:c0a8:101:: 2001:0:53aa:64c:0:0:80ff:fffe")
  const compatible = words("::127.0.0.1 ::a9fe:a9fe ::10.0.0.1")
  for (const address of [...mapped, ...translated, ...tunnelled, ...compatible]) assert.equal(isPublic(address), false, address)
})

test("text that is not an address is not public", () => {
  for (const text of ["", "localhost", "example.com", "1.2.3", "0x7f.1", "2130706433", "1.1.1.1 ", "fe80::1%eth0", "::ffff:1.1.1.1.1"])
    assert.equal(isPublic(text), false, text)
})
