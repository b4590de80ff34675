import { BlockList, isIP } from "node:net"

/** All ranges that are not the public internet, including mapped and translated forms. */
const forbidden = new BlockList()
const v4 = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24
  192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 168.63.129.16/32`
const v6 = `::/96 ::ffff:0:0:0/96 2001::/23 64:ff9b::/96 64:ff9b:1::/48 100::/64 2001:db8::/32 2002::/16
  3fff::/20 5f00::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8`
for (const range of v4.split(/\s+/)) forbidden.addSubnet(range.split("/")[0]!, Number(range.split("/")[1]), "ipv4")
for (const range of v6.split(/\s+/)) forbidden.addSubnet(range.split("/")[0]!, Number(range.split("/")[1]), "ipv6")

/** Whether the address is on the public internet. */
export function isPublic(address: string): boolean {
  const plain = address.replace(/^\[|\]$/g, "")
  const family = isIP(plain)
  return family !== 0 && !forbidden.check(plain, family === 4 ? "ipv4" : "ipv6")
}
