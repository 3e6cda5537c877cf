import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { after, before, describe, test } from 'node:test';
import { passwordOf, TestService, type Answer, type Client } from './support.ts';

type Json = Record<string, unknown>;

const secret = 'hunter2-unique';

/** A message of PostgreSQL's protocol. */
function message(kind: string, body: Buffer | string = '', length = Buffer.byteLength(body) + 4): Buffer {
  const head = Buffer.alloc(5);
  head.write(kind, 'latin1');
  head.writeUInt32BE(length, 1);
  return Buffer.concat([head, Buffer.from(body)]);
}
const int = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const ready = message('Z', 'I');
const signedIn = Buffer.concat([message('R', int(0)), ready]);
const askPassword = message('R', int(3));
const scram = message('R', Buffer.concat([int(10), Buffer.from('SCRAM-SHA-256\0\0')]));
const oneColumn = message(
  'T',
  Buffer.concat([Buffer.from([0, 1]), Buffer.from('a\0'), Buffer.alloc(6), int(25), Buffer.alloc(8, 0xff)]),
);

/** A listener that says what a test has it say, and keeps what it hears. */
class Listener implements AsyncDisposable {
  readonly pieces: Buffer[] = [];
  connections = 0;
  onConnect: (socket: Socket) => void = () => undefined;
  onData: (socket: Socket, bytes: Buffer, times: number) => void = () => undefined;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  constructor() {
    this.#server = createServer((socket) => {
      this.connections++;
      this.#sockets.add(socket);
      let times = 0;
      socket.on('error', () => undefined).on('close', () => this.#sockets.delete(socket));
      socket.on('data', (bytes) => {
        this.pieces.push(bytes);
        this.onData(socket, bytes, times++);
      });
      this.onConnect(socket);
    });
  }
  static async start(): Promise<Listener> {
    const listener = new Listener();
    listener.#server.listen(0, '127.0.0.1');
    await once(listener.#server, 'listening');
    return listener;
  }
  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }
  get text(): string {
    return Buffer.concat(this.pieces).toString('latin1');
  }
  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

/** Asks for the password in clear, as a server may. */
const greedy = (socket: Socket, _bytes: Buffer, times: number): void => {
  if (times === 0) socket.write(askPassword);
  else socket.destroy();
};

describe('the wall around connections', () => {
  let service: TestService;
  let ana: Client;
  let projectId: number;
  /** Where secrets may go; where they must not; at ports that the operator lists. */
  let good: Listener;
  let evil: Listener;
  /** At a port that is not listed. */
  let inside: Listener;
  before(async () => {
    [good, evil, inside] = await Promise.all([Listener.start(), Listener.start(), Listener.start()]);
    const hosts = [good, evil].map(({ port }) => `127.0.0.1:${port}`);
    service = await TestService.start({ MILLRACE_URL_HOSTS: [...hosts, 'wall.invalid'].join(',') });
    await service.makeUser('ana', ['ANALYST']);
    ana = await service.signedIn('ana', passwordOf('ana'));
    projectId = Number(((await ana.post('/api/v1/projects', { name: 'Of Ana' })).json as Json)['id']);
  });
  after(async () => {
    await service[Symbol.asyncDispose]();
    for (const listener of [good, evil, inside]) await listener[Symbol.asyncDispose]();
  });

  const trial = (body: Json): Promise<Answer> => ana.post('/api/v1/connections/test', body);
  const to = (host: string, rest = '/x'): Json => ({ name: 'n', url: `jdbc:postgresql://${host}${rest}`, user: 'u' });
  const detail = (answer: Answer): string => String((answer.json as Json)['detail']);

  describe('keeps a secret from another address', () => {
    let base: Json;
    let id: number;
    before(async () => {
      base = {
        projectId,
        name: 'kept',
        category: 'JDBC',
        url: `jdbc:postgresql://127.0.0.1:${good.port}/x?sslmode=disable`,
        username: 'u',
        driverClass: 'org.postgresql.Driver',
        options: { fetchSize: 100, hosts: ['one', 'two'] },
        properties: [{ key: 'loginTimeout', value: '5' }],
      };
      const creation = await ana.post('/api/v1/connections', {
        ...base,
        password: secret,
        tokenUrl: 'https://one.example',
      });
      assert.equal(creation.status, 201, creation.text);
      id = (creation.json as { id: number }).id;
    });

    const at = (host: string, rest = '/x?sslmode=disable'): Json => ({ url: `jdbc:postgresql://${host}${rest}` });
    const attacks: Record<string, () => Json> = {
      'another port': () => at(`127.0.0.1:${evil.port}`),
      'another port after a known one': () => at(`127.0.0.1:${good.port},127.0.0.1:${evil.port}`),
      'another host': () => at(`wall.invalid:${good.port}`),
      'a host that begins as the known one does': () => at(`127.0.0.1.wall.invalid:${good.port}`),
      'a name with a dot at its end': () => at(`localhost.:${good.port}`),
      'another database': () => at(`127.0.0.1:${good.port}`, '/y?sslmode=disable'),
      'a database in other case': () => at(`127.0.0.1:${good.port}`, '/X?sslmode=disable'),
      'no database': () => at(`127.0.0.1:${good.port}`, '?sslmode=disable'),
      'the known host as a user name': () => at(`127.0.0.1:${good.port}@127.0.0.1:${evil.port}`),
      'the known host before a backslash': () => at(`127.0.0.1:${evil.port}\\@127.0.0.1:${good.port}`),
      'the known host behind a fragment': () => at(`127.0.0.1:${evil.port}#@127.0.0.1:${good.port}`),
      'a line break in the host': () => at(`127.0.0.1:\n${evil.port}`),
      'a property that names a host': () =>
        at(`127.0.0.1:${good.port}`, `/x?sslmode=disable&host=127.0.0.1:${evil.port}`),
      'a property that names a socket factory': () =>
        at(`127.0.0.1:${good.port}`, '/x?sslmode=disable&socketFactory=Evil'),
      'a property twice': () => at(`127.0.0.1:${good.port}`, '/x?sslmode=disable&sslmode=require'),
      'a connection without certificates': () => at(`127.0.0.1:${good.port}`, '/x?sslmode=require'),
      'another kind of database': () => ({ url: `jdbc:mysql://127.0.0.1:${evil.port}/x` }),
      'another category': () => ({ category: 'MYSQL' }),
      'another driver': () => ({ driverClass: 'com.example.Driver' }),
      'another user': () => ({ username: 'v' }),
      'a user by an alias': () => ({ user: 'v' }),
      'a second address': () => ({ jdbcUrl: `jdbc:postgresql://127.0.0.1:${evil.port}/x` }),
      'a second address in a field of other case': () => ({ URL: `jdbc:postgresql://127.0.0.1:${evil.port}/x` }),
      'a second address with a number as its field': () => ({ 1: `jdbc:postgresql://127.0.0.1:${evil.port}/x` }),
      'the address in another field': () => ({ url: undefined, jdbcUrl: base['url'] }),
      'no address': () => ({ url: undefined }),
      'an address that is a list': () => ({ url: [base['url']] }),
      'a proxy': () => ({ proxyHost: '127.0.0.1', proxyPort: evil.port }),
      'a proxy among options': () => ({ options: { fetchSize: 100, hosts: ['one', 'two'], proxyHost: '127.0.0.1' } }),
      'other order of hosts among options': () => ({ options: { fetchSize: 100, hosts: ['two', 'one'] } }),
      'a proxy among properties': () => ({
        properties: [...(base['properties'] as Json[]), { key: 'socksProxyHost', value: '127.0.0.1' }],
      }),
      'another value of a property': () => ({ properties: [{ key: 'loginTimeout', value: 'host=127.0.0.1' }] }),
      'an address among secrets': () => ({ tokenUrl: 'https://evil.example' }),
      'no address among secrets': () => ({ tokenUrl: null }),
    };
    for (const [name, change] of Object.entries(attacks))
      test(name, async () => {
        good.onData = greedy;
        evil.onData = greedy;
        const connection = { ...base, ...change() };
        const update = await ana.put(`/api/v1/connections/${id}`, connection);
        assert.equal(update.status, 422, update.text);
        assert.match(
          detail(update),
          /^the address of the connection has changed: enter its secrets again \(password.*\)$|^url contains a password/,
        );
        await trial({ ...connection, id });
        assert.doesNotMatch(evil.text, new RegExp(secret));
      });

    test('an address in the description, first and last', async () => {
      evil.onData = greedy;
      good.onData = greedy;
      const description = `jdbc:postgresql://127.0.0.1:${evil.port}/x`;
      for (const record of [
        { description, ...base },
        { ...base, description },
      ]) {
        const update = await ana.put(`/api/v1/connections/${id}`, record);
        assert.equal(update.status, 200, update.text);
        good.pieces.length = 0;
        await trial({ id });
        await ana.get(`/api/v1/connections/${id}/tables`);
        assert.match(good.text, new RegExp(secret), 'goes to the address of the connection');
        assert.doesNotMatch(evil.text, new RegExp(secret));
      }
    });

    test('and asks for nothing if the same address is spelled in another way', async () => {
      const same = [
        { url: `  JDBC:PostgreSQL://127.0.0.1:${good.port}/x?sslmode=disable ` },
        { url: `postgres://0x7f.1:${good.port}/x?sslmode=disable` },
        { url: `postgres://127.0.0.1.:${good.port}/x?sslmode=disable` },
        { options: { hosts: ['one', 'two'], fetchSize: 100 } },
      ];
      for (const change of same) {
        const update = await ana.put(`/api/v1/connections/${id}`, { ...base, ...change });
        assert.equal(update.status, 200, update.text);
      }
      const record = Object.fromEntries(Object.entries(base).reverse());
      assert.equal((await ana.put(`/api/v1/connections/${id}`, record)).status, 200);
    });
  });

  describe('goes only to public hosts and to those that are listed', () => {
    const hosts = (): string[] => [
      ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '017700000001', '0.0.0.0', '0', 'localhost', 'LOCALHOST'],
      ...['[::1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[64:ff9b::7f00:1]', '[::]', '[fe80::1]', '[fd00::1]'],
      ...['10.0.0.1', '172.16.0.1', '192.168.1.1', '100.64.0.1', '169.254.169.254', '168.63.129.16', '224.0.0.1'],
      ...['１２７.０.０.１', 'no-such-host.invalid', hostname()],
    ];
    for (const host of hosts())
      test(host, async () => {
        const texts = new Set<string>();
        for (const port of [inside.port, 1, 22, evil.port + 1 === inside.port ? 2 : evil.port + 1]) {
          const answer = await trial(to(`${host}:${port}`));
          assert.equal(answer.status, 422, answer.text);
          texts.add(detail(answer));
        }
        const [only, ...others] = texts;
        assert.deepEqual(others, [], 'one answer, whatever listens there');
        assert.match(
          only ?? '',
          /^host "[^"]+" has no public address: check it, or ask the operator to add it to the setting MILLRACE_URL_HOSTS$/,
        );
        assert.equal(inside.connections, 0);
      });

    test('when tables of a saved connection are listed, too', async () => {
      const { id } = (
        await ana.post('/api/v1/connections', { ...to(`127.0.0.1:${inside.port}`), projectId, name: 'in' })
      ).json as { id: number };
      const answer = await ana.get(`/api/v1/connections/${id}/tables`);
      assert.match(detail(answer), /has no public address/);
      assert.equal(inside.connections, 0);
    });

    test('not to where an answer of HTTP redirects', async () => {
      evil.onData = (socket) => {
        socket.end(`HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:${inside.port}/\r\nContent-Length: 0\r\n\r\n`);
      };
      const answer = await trial(to(`127.0.0.1:${evil.port}`));
      assert.match(detail(answer), /cannot use/);
      assert.equal(inside.connections, 0);
    });
  });

  describe('refuses an address that two readers read in two ways', () => {
    const attacks: Record<string, readonly [() => Json, RegExp]> = {
      'a user name before the host': [
        () => to(`u@127.0.0.1:${evil.port}`),
        /contains a user name: enter it in field "username"/,
      ],
      'several hosts': [() => to(`127.0.0.1,127.0.0.2`), /has several hosts: enter one/],
      'no host': [() => to(''), /has no host/],
      'a host behind a sign %': [() => to('%2Ftmp'), /is not a database address/],
      'a control character': [() => to(`127.0.0.1\t:${evil.port}`), /contains a control character: remove it/],
      'a database with U+0000': [() => to(`127.0.0.1:${evil.port}`, '/x%00options%00y'), /invalid database name/],
      'a user with U+0000': [
        () => ({ ...to(`127.0.0.1:${evil.port}`), user: 'u\0database\0y' }),
        /field "user" contains the character U\+0000/,
      ],
      'two users': [
        () => ({ ...to(`127.0.0.1:${evil.port}`), username: 'v' }),
        /have different values: remove one of them/,
      ],
      'two addresses': [() => ({ ...to('1.1.1.1'), a: 'postgres://1.1.1.2/x' }), /both hold an address/],
      'a property twice': [() => to('1.1.1.1', '/x?ssl=true&ssl=false'), /has the property "ssl" twice/],
      'a property that leads elsewhere': [
        () => to('1.1.1.1', '/x?hostaddr=127.0.0.1'),
        /has the property "hostaddr", which is not supported/,
      ],
      'an unknown mode of TLS': [
        () => to(`127.0.0.1:${evil.port}`, '/x?sslmode=verify_full'),
        /invalid value "verify_full" for property "sslmode"/,
      ],
      'port 0': [() => to('127.0.0.1:0'), /has port 0/],
      'a port too large': [() => to('127.0.0.1:99999'), /is not a database address/],
    };
    for (const [name, [body, says]] of Object.entries(attacks))
      test(name, async () => {
        const before = evil.connections;
        const answer = await trial(body());
        assert.equal(answer.status, 422, answer.text);
        assert.match(detail(answer), says);
        assert.equal(evil.connections, before);
      });
  });

  describe('reads what answers within bounds', () => {
    const endless = (socket: Socket, piece: Buffer): void => {
      const more = (): void => {
        while (!socket.destroyed && socket.write(piece)) continue;
      };
      socket.on('drain', more);
      more();
    };
    /** Answers the first words as PostgreSQL does, and the question with what is given. */
    const thenSays = (says: (socket: Socket) => void) => (socket: Socket, _bytes: Buffer, times: number) => {
      if (times === 0) socket.write(signedIn);
      else if (times === 1) says(socket);
    };
    const row = (length: number, text: string): Buffer =>
      message('D', Buffer.concat([Buffer.from([0, 1]), int(length), Buffer.from(text)]));
    const many = (piece: Buffer): Buffer => Buffer.concat(new Array<Buffer>(10_000).fill(piece));
    const attacks: Record<string, readonly [Listener['onData'], RegExp]> = {
      'endless rows': [
        thenSays((socket) => {
          socket.write(oneColumn);
          endless(socket, row(60_000, 'x'.repeat(60_000)));
        }),
        /larger than 8 MB|too large/,
      ],
      'rows without columns, endless': [
        thenSays((socket) => endless(socket, many(message('D', Buffer.from([0, 0]))))),
        /larger than 8 MB|too large|not valid PostgreSQL protocol|cannot use database/,
      ],
      'endless notices before sign-in': [
        (socket, _bytes, times) => {
          if (times === 0) endless(socket, many(message('N', 'Mhello\0\0')));
        },
        /larger than 8 MB|too large/,
      ],
      'one message of 4 GB': [
        thenSays((socket) => {
          socket.write(message('D', '', 0xffffffff));
          endless(socket, Buffer.alloc(1 << 16));
        }),
        /larger than 8 MB|too large|not valid PostgreSQL protocol/,
      ],
      'a row that ends before its cells': [
        thenSays((socket) => socket.write(Buffer.concat([oneColumn, row(1_000_000, 'x'), ready]))),
        /cannot use/,
      ],
      'a row of 65535 cells that are not there': [
        thenSays((socket) => socket.write(Buffer.concat([oneColumn, message('D', Buffer.from([255, 255])), ready]))),
        /cannot use/,
      ],
      'an unknown kind of message': [thenSays((socket) => socket.write(message('\x01', 'x'))), /cannot use/],
      'an error in 1 MB of words': [
        thenSays((socket) => socket.write(message('E', `SERROR\0M${'x'.repeat(1 << 20)}\0\0`))),
        /cannot use database .*: x{500}$/,
      ],
      'a password hash of four billion rounds': [
        (socket, _bytes, times) => {
          if (times === 0) socket.write(scram);
          else socket.write(message('R', Buffer.concat([int(11), Buffer.from('r=x,s=AAAA,i=4294967295')])));
        },
        /cannot use/,
      ],
      'an answer that is no PostgreSQL': [(socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'), /cannot use/],
      silence: [() => undefined, /cannot use database .*: no response within 10 s$/],
      'messages of no length': [
        thenSays((socket) => endless(socket, Buffer.alloc(1 << 16, message('D', '', 0)))),
        /cannot use/,
      ],
    };
    for (const [name, [onData, says]] of Object.entries(attacks))
      test(name, async () => {
        evil.onData = onData;
        const answer = await trial({ ...to(`127.0.0.1:${evil.port}`), password: 'any' });
        assert.equal(answer.status, 422, answer.text.slice(0, 1_000));
        assert.match(detail(answer), says);
        assert.equal((await ana.get('/health/live')).status, 200);
      });

    test('and passes tables of a server that lies on as text', async () => {
      const cells = message('D', Buffer.concat([Buffer.from([0, 1]), int(0xffffffff)]));
      evil.onData = thenSays((socket) =>
        socket.write(Buffer.concat([oneColumn, cells, message('C', 'SELECT 1\0'), ready])),
      );
      const { id } = (
        await ana.post('/api/v1/connections', { ...to(`127.0.0.1:${evil.port}`), projectId, name: 'lies' })
      ).json as { id: number };
      const answer = await ana.get(`/api/v1/connections/${id}/tables`);
      assert.deepEqual(answer.json, [{ schema: '', name: '', type: '' }], answer.text);
    });
  });
});
