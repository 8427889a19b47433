// A webhook may have addresses of the public internet only, which is checked at every resolution of its name.
import { afterAll, beforeAll, expect, it } from "vitest";
import { newSecret } from "../../src/events/event-message.ts";
import { openPost } from "../../src/events/post.ts";
import { checkedWebhookAddress, type Resolve } from "../../src/events/webhook-address.ts";
import { type Receiver, startReceiver } from "./receiver.ts";

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

const publicAddress = "93.184.215.14";
const toPublic: Resolve = async () => [publicAddress];
const to =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses;
const check = (text: string, resolve: Resolve = toPublic, allowsLoopback = false) =>
  checkedWebhookAddress(text, { resolve, allowsLoopback });

it.each([
  ["https://hooks.example.com/a?b=c", "https://hooks.example.com/a?b=c"],
  ["https://HOOKS.example.com:8443#part", "https://hooks.example.com:8443/"],
  [`https://${publicAddress}/`, `https://${publicAddress}/`],
  ["https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/", "https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/"],
])("%s is allowed", async (text, address) => {
  expect(await check(text)).toBe(address);
});

it.each([
  ["http://hooks.example.com/", /must begin with https/],
  ["ftp://hooks.example.com/", /must begin with https/],
  ["http://127.0.0.1/", /must begin with https/],
  ["https://user@hooks.example.com/", /user or a password/],
  ["https://user:secret@hooks.example.com/", /user or a password/],
  ["https://hooks.example.com/\n", /not a URL/],
  [" https://hooks.example.com/", /not a URL/],
  ["hooks.example.com", /not a URL/],
  [`https://hooks.example.com/${"a".repeat(2048)}`, /more than 2048 characters/],
])("%j is refused", async (text, message) => {
  await expect(check(text)).rejects.toThrow(message);
});

const closed = [
  ...["127.0.0.1", "127.9.9.9", "0.0.0.0", "0.1.2.3", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1"],
  ...["169.254.169.254", "169.254.0.1", "100.64.0.1", "100.100.100.200", "168.63.129.16", "224.0.0.1", "239.1.1.1"],
  ...["240.0.0.1", "255.255.255.255", "192.0.0.192", "192.0.2.1", "198.18.0.1", "198.51.100.1", "203.0.113.1"],
  ...["192.88.99.1", "::", "::1", "::7f00:1", "::ffff:127.0.0.1", "::ffff:93.184.215.14", "::ffff:0:7f00:1"],
  ...["fe80::1", "fe80::1%eth0", "fec0::1", "fc00::1", "fd00:ec2::254", "ff02::1", "100::1", "2001:db8::1", "3fff::1"],
  ...["2002:7f00:1::", "2001::7f00:1", "2001:0:53aa:64c:0:0:80ff:fffe", "64:ff9b::7f00:1", "64:ff9b:1::a00:1"],
  ...["5f00::1", "not an address", ""],
];

it.each(closed)("a name that resolves to %j is refused", async (address) => {
  await expect(check("https://hooks.example.com/", to(address))).rejects.toThrow(
    /not an address of the public internet/,
  );
});

it.each([
  ...["https://127.0.0.1/", "https://2130706433/", "https://0x7f.1/", "https://0177.0.0.1/", "https://127.1/"],
  ...["https://[::1]/", "https://[::ffff:169.254.169.254]/", "https://169.254.169.254/latest/meta-data", "https://0/"],
  ...["https://①②⑦.0.0.1/", "https://127.0.0.1./"],
])("the address %s is refused, however it is written", async (text) => {
  await expect(check(text, to("127.0.0.1"))).rejects.toThrow(/not an address of the public internet/);
});

it("a name that does not resolve is refused", async () => {
  await expect(check("https://nowhere.example.com/", to())).rejects.toThrow(/does not resolve/);
  const fail: Resolve = () => Promise.reject(new Error("ENOTFOUND"));
  await expect(check("https://nowhere.example.com/", fail)).rejects.toThrow(/does not resolve/);
});

it("http and loopback are allowed for development, but only to this machine", async () => {
  expect(await check("http://127.0.0.1:4000/", toPublic, true)).toBe("http://127.0.0.1:4000/");
  expect(await check("http://localhost:4000/", to("127.0.0.1", "::1"), true)).toBe("http://localhost:4000/");
  expect(await check("https://localhost/", to("::1"), true)).toBe("https://localhost/");
  for (const address of [publicAddress, "10.0.0.1", "169.254.169.254", "::ffff:127.0.0.1"])
    await expect(check("http://hooks.example.com/", to(address), true)).rejects.toThrow(/Only https/);
});

async function send(url: string, resolve: Resolve, allowsLoopback: boolean) {
  const post = openPost({ address: { resolve, allowsLoopback }, version: "0.0.0" });
  const message = { id: "msg_1", body: "{}" };
  return await post
    .send({ url, secrets: [newSecret()] }, message, new AbortController().signal)
    .finally(() => post.close());
}

it.each(["127.0.0.1", "169.254.169.254", "::ffff:127.0.0.1", "10.0.0.1"])(
  "a name that resolves to a public address first and to %s at the next resolution is not connected to",
  async (address) => {
    let resolutions = 0;
    const resolve: Resolve = async () => (++resolutions === 1 ? [publicAddress] : [address]);
    const url = await checkedWebhookAddress(`https://hooks.example.com:${receiver.port}/`, {
      resolve,
      allowsLoopback: false,
    });
    const before = receiver.connections();
    const posted = await send(url, resolve, false);
    expect(posted).toMatchObject({
      status: null,
      error: "hooks.example.com is not an address of the public internet",
    });
    expect(resolutions).toBe(2);
    expect(receiver.connections()).toBe(before);
  },
);

it("an address instead of a name is checked before the connection too", async () => {
  const before = receiver.connections();
  for (const host of ["127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "169.254.169.254"]) {
    const { status, error } = await send(`https://${host}:${receiver.port}/`, toPublic, false);
    expect([status, error]).toEqual([null, expect.stringMatching(/not an address of the public internet/)]);
  }
  expect((await send(`http://127.0.0.1:${receiver.port}/`, toPublic, false)).error).toMatch(/Only https/);
  expect(receiver.connections()).toBe(before);
});

it("the socket connects to the address that was checked, and to no other of the name", async () => {
  const url = `http://hooks.example.invalid:${receiver.port}/`;
  const posted = await send(url, to("10.0.0.1", "127.0.0.1", publicAddress), true);
  expect(posted).toMatchObject({ status: 200, error: null });
  expect(receiver.received.at(-1)?.headers.host).toBe(`hooks.example.invalid:${receiver.port}`);
});
