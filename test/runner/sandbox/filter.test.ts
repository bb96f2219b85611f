/** The system call filters, judged as the kernel judges: for both architectures, whichever this machine is. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { makeReducedFilter } from '../../../src/runner/sandbox/landlock/calls.ts';
import { makeSeccompFilter } from '../../../src/runner/sandbox/seccomp.ts';

/** What the kernel would answer to a call: the filter run over it, as the kernel runs it. */
const judge = (filter: Buffer, audit: number, call: number, ...given: (number | bigint)[]): number => {
  const facts = new Map([
    [0, call],
    [4, audit],
    ...given.flatMap((argument, index) => [
      [16 + 8 * index, Number(BigInt.asUintN(32, BigInt(argument)))] as const,
      [20 + 8 * index, Number(BigInt(argument) >> 32n)] as const,
    ]),
  ]);
  let held = 0;
  for (let at = 0; at < filter.length; ) {
    const [code, value] = [filter.readUInt16LE(at), filter.readUInt32LE(at + 4)];
    if (code === 0x06) return value;
    if (code === 0x20) held = facts.get(value) ?? 0;
    if (code === 0x54) held = (held & value) >>> 0;
    const holds =
      code === 0x15 ? held === value : code === 0x35 ? held >= value : code === 0x45 && (held & value) !== 0;
    at += 8 * (code === 0x20 || code === 0x54 ? 1 : 1 + filter.readUInt8(at + (holds ? 2 : 3)));
  }
  throw new Error('the filter ends without an answer');
};

const [allowed, denied, missing, done] = [0x7fff0000, 0x00050001, 0x00050026, 0x00050000];
const [otherFamily, otherProtocol, otherRequest, killed] = [0x00050061, 0x0005005d, 0x0005005f, 0x80000000];

/** As the kernel's tables have them, in the order of docs/security.md; those whose arguments are looked at by name. */
const machines = [
  {
    architecture: 'x64',
    audit: 0xc000003e,
    calls: [101, 310, 311, 438, 425, 250, 248, 249, 321, 298, 323, 319, 447, 29, 64, 68, 278, 206, 144, 314, 142],
    pretended: [112, 203],
    marks: [90, 91, 268, 452, 92, 93, 94, 260, 132, 235, 261, 280, 469, 188, 189, 190, 463],
    ofReduced: [
      ...[197, 198, 199, 466, 30, 31, 65, 66, 220, 69, 70, 71, 240, 241, 254, 301],
      ...[272, 308, 165, 166, 155, 161, 428, 429, 430, 432, 433, 442, 467, 304, 164, 227, 170, 141, 251],
    ],
    ...{ socket: 41, socketpair: 53, ioctl: 16, setrlimit: 160, prlimit: 302, clone: 56, setpgid: 109 },
  },
  {
    architecture: 'arm64',
    audit: 0xc00000b7,
    calls: [117, 270, 271, 438, 425, 219, 217, 218, 280, 241, 282, 279, 447, 194, 190, 186, 75, 0, 119, 274, 118],
    pretended: [157, 122],
    marks: [52, 53, 452, 54, 55, 88, 469, 5, 6, 7, 463],
    ofReduced: [
      ...[14, 15, 16, 466, 196, 195, 193, 191, 192, 189, 188, 187, 180, 181, 27, 263],
      ...[97, 268, 40, 39, 41, 51, 428, 429, 430, 432, 433, 442, 467, 265, 170, 112, 161, 140, 30],
    ],
    ...{ socket: 198, socketpair: 199, ioctl: 29, setrlimit: 164, prlimit: 261, clone: 220, setpgid: 154 },
  },
] as const;

test('the filters are well-formed for both architectures, and there is none for another', () => {
  for (const make of [makeSeccompFilter, makeReducedFilter]) {
    for (const { architecture } of machines) {
      const filter = make(false, architecture);
      assert.ok(filter && filter.length % 8 === 0 && filter.length / 8 < 4096);
      for (let at = 0; at < filter.length; at += 8) {
        const code = filter.readUInt16LE(at);
        assert.ok([0x20, 0x54, 0x15, 0x35, 0x45, 0x06].includes(code));
        const furthest = Math.max(filter.readUInt8(at + 2), filter.readUInt8(at + 3));
        if ([0x15, 0x35, 0x45].includes(code))
          assert.ok(at + 8 * (1 + furthest) < filter.length, 'a jump stays inside');
      }
      assert.equal(filter.readUInt16LE(filter.length - 8), 0x06, 'the last instruction is an answer');
    }
    assert.equal(make(false, 'mips'), undefined);
  }
});

test('S08 each call that docs/security.md names is denied, also by another name of its own, and no other', () => {
  for (const { architecture, audit, calls, pretended, marks, ...looked } of machines) {
    for (const network of [false, true]) {
      const filter = makeSeccompFilter(network, architecture, false) as Buffer;
      const ofRoot = makeSeccompFilter(network, architecture, true) as Buffer;
      for (const call of marks) assert.equal(judge(ofRoot, audit, call), done, 'answered to root, not done');
      for (const call of calls) assert.equal(judge(filter, audit, call), denied, `${architecture} ${call}`);
      for (const call of pretended) assert.equal(judge(filter, audit, call), done, 'answered, not done');
      for (const call of [39, 102, calls[0]])
        assert.equal(judge(filter, 0x40000003, call), killed, 'as a call of a 32-bit program');
      const { socket, socketpair, ioctl, setrlimit, prlimit } = looked;
      const known = new Set<number>([...calls, ...pretended, socket, socketpair, ioctl, setrlimit, prlimit]);
      for (let call = 0; call < 470; call += 1)
        if (!known.has(call)) assert.equal(judge(filter, audit, call), allowed, `${architecture} ${call}`);
      for (const call of [470, 511, 1000]) assert.equal(judge(filter, audit, call), missing, 'nobody has looked at it');
      if (architecture === 'x64')
        for (const call of [39, 41, 521])
          assert.equal(judge(filter, audit, 0x40000000 + call), denied, 'as x32 has it');
    }
  }
});

test('S04 sockets are of the families, kinds and protocols that a database needs, and a pair leads nowhere else', () => {
  for (const { architecture, audit, socket, socketpair } of machines) {
    for (const network of [false, true]) {
      const filter = makeSeccompFilter(network, architecture, false) as Buffer;
      const answers = (...given: number[]) => judge(filter, audit, socket, ...given);
      for (const family of [2, 10, 16]) assert.equal(answers(family, 0x80802, 17), allowed);
      for (const family of [17, 38, 40]) assert.equal(answers(family, 1), otherFamily);
      assert.equal(answers(1, 1), network ? allowed : otherFamily, 'a socket file');
      for (const given of [
        [2, 1, 132],
        [2, 6, 0],
        [16, 3, 12],
      ])
        assert.equal(answers(...given), otherProtocol, 'for which a module would be loaded');
      const ofPair = (...given: number[]) => judge(filter, audit, socketpair, ...given);
      assert.deepEqual(
        [ofPair(1, 0x80801), ofPair(1, 5), ofPair(1, 2), ofPair(1, 3), ofPair(30, 1)],
        [...[allowed, allowed, otherRequest, otherRequest], otherFamily],
      );
    }
    const [closed, open] = [false, true].map((network) => makeReducedFilter(network, architecture) as Buffer);
    for (const family of [1, 2, 10, 16]) assert.equal(judge(closed as Buffer, audit, socket, family, 1), otherFamily);
    const families = [1, 2, 10, 16].map((family) => judge(open as Buffer, audit, socket, family, 1) === allowed);
    assert.deepEqual(families, [false, true, true, true], 'never a socket file');
    assert.equal(judge(closed as Buffer, audit, socketpair, 1, 2), otherRequest);
  }
});

test('S07 requests go to terminals and sockets alone, and the limit of core dumps and limits of others stay', () => {
  for (const { architecture, audit, ioctl, setrlimit, prlimit } of machines) {
    const filters = { usual: makeSeccompFilter(false, architecture), reduced: makeReducedFilter(false, architecture) };
    for (const [name, filter] of Object.entries(filters)) {
      const answers = (call: number, ...given: (number | bigint)[]) => judge(filter as Buffer, audit, call, ...given);
      // Is it a terminal, how much is to be read, which numbers has a pair of terminals, what is an interface called.
      for (const request of [0x5401, 0x541b, 0x80045430, 0x8910]) assert.equal(answers(ioctl, 3, request), allowed);
      // Flags by three calls, the version of a file, fs-verity, keys, a snapshot and a clone.
      const ofFiles = [0x40086602, 0x40046602, 0x401c5820, 0x40087602, 0x40806685, 0xc0406618, 0x5000940e, 0x40049409];
      for (const request of ofFiles) assert.equal(answers(ioctl, 3, request), otherRequest, `${name} ${request}`);
      assert.deepEqual([answers(setrlimit, 4), answers(setrlimit, 7)], [denied, allowed]);
      const core = [answers(prlimit, 0, 4, 0), answers(prlimit, 0, 4, 0x7f0000000000n), answers(prlimit, 0, 4, 8)];
      assert.deepEqual(core, [allowed, denied, denied], 'read, not set');
      assert.equal(answers(prlimit, 0, 7, 8), allowed);
      assert.equal(answers(prlimit, 1, 7, 8), name === 'reduced' ? denied : allowed, 'limits of others');
    }
  }
});

test('S07 S08 the filter of the reduced profile denies what Landlock leaves open', () => {
  for (const { architecture, audit, calls, marks, ofReduced, clone, setpgid, pretended } of machines) {
    const filter = makeReducedFilter(false, architecture) as Buffer;
    const answers = (call: number, ...given: number[]) => judge(filter, audit, call, ...given);
    for (const call of [...calls, ...marks, ...ofReduced])
      assert.equal(answers(call), denied, `${architecture} ${call}`);
    for (const flag of [0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000])
      assert.equal(answers(clone, flag | 17), denied, 'a namespace of its own');
    assert.deepEqual([answers(clone, 17), answers(435)], [allowed, missing], 'clone3 has flags that no filter sees');
    for (const call of [setpgid, ...pretended]) assert.equal(answers(call), done, 'answered, not done');
  }
});

test('the numbers of calls are those of the kernel', (t) => {
  const headers = {
    x64: '/usr/include/x86_64-linux-gnu/asm/unistd_64.h',
    arm64: '/usr/include/asm-generic/unistd.h',
  };
  const folder = path.join(import.meta.dirname, '../../../src/runner/sandbox');
  const source = ['call-numbers.ts', 'landlock/calls.ts']
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .join('');
  for (const [architecture, header] of Object.entries(headers)) {
    if (!existsSync(header)) {
      t.diagnostic(`no ${header} to compare with`);
      continue;
    }
    const known = new Map(
      [...readFileSync(header, 'utf8').matchAll(/__NR(?:3264)?_(\w+) (\d+)/g)].map(([, name, n]) => [name, Number(n)]),
    );
    known.set('prlimit', known.get('prlimit64') ?? 0);
    const block = new RegExp(` {2}${architecture}: \\{(?: [^\\n]* \\},|([\\s\\S]*?)\\n {2}\\},)\\n`, 'g');
    const named = [...source.matchAll(block)].flatMap(([text]) => [...text.matchAll(/(\w+): (\d+)\b/g)]);
    assert.ok(named.length > 80, `${architecture}: ${named.length}`);
    for (const [, name, number] of named) if (known.has(name)) assert.equal(Number(number), known.get(name), name);
  }
});
