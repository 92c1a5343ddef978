import { createServer, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import { withClient } from '../seed.ts'
import type { Fault } from './fault.ts'
import { Ledger } from './ledger.ts'
import { withLibrary, type Library } from './library.ts'

/** Milliseconds in which a request for a code must be answered: the mail server has ten seconds. */
const SLOWEST = 12_000
const ASKED = 4

/** What a mail server does with a connection. */
const SERVERS: Record<string, (socket: Socket) => void> = {
  refusing: (socket) => void socket.end('554 5.7.1 no service for you\r\n'),
  silent: () => undefined,
  'hanging up': (socket) => void socket.destroy(),
}

const fault: Fault = {
  about: 'the mail server refuses, says nothing or hangs up, or is not there, while codes are asked for',
  run: ({ say }) =>
    withLibrary(async (library) => {
      const ledger = new Ledger()
      await addKnown(library)
      for (const [name, answer] of [...Object.entries(SERVERS), ['not there', undefined] as const]) {
        const sockets = new Set<Socket>()
        const mail = createServer((socket) => {
          sockets.add(socket)
          socket.on('error', () => undefined)
          answer?.(socket)
        }).listen(0, '127.0.0.1')
        await once(mail, 'listening')
        const port = portOf(mail)
        if (!answer) mail.close()
        const settings = { ...library.ownDatabase, MAIL: 'smtp', SMTP_URL: `smtp://127.0.0.1:${port}` }
        const maktaba = await library.start(settings)
        const seen = {
          known: await ask(maktaba.url, 'known', name, ledger),
          unknown: await ask(maktaba.url, 'unknown', name, ledger),
        }
        say(`${name}: known ${seen.known.join(', ')}; unknown ${seen.unknown.join(', ')}`)
        if (statuses(seen.known) !== statuses(seen.unknown))
          ledger.problem(`${name}: known and unknown addresses are answered differently`)
        await maktaba.stop()
        for (const socket of sockets) socket.destroy()
        if (answer) mail.close()
      }
      const { answers, longestOutage: _, problems } = ledger
      return { times: Object.keys(SERVERS).length + 1, acknowledged: 0, lost: 0, answers, longestOutage: 0, problems }
    }),
}
export default fault

const statuses = (texts: string[]): string => texts.map((text) => text.split(' ')[0]).join(' ')

const portOf = (server: Server): number => {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

const addKnown = ({ dataDir }: Library) =>
  withClient(dataDir, (client) =>
    client.query(
      `insert into "user" (id, name, email, email_verified, onboarded_at)
       select gen_random_uuid(), 'Known', 'known-' || kind || '-' || number || '@bench.example', true, now()
       from unnest($1::text[]) as kind, generate_series(1, $2) as number`,
      [[...Object.keys(SERVERS), 'not there'].map((name) => name.replaceAll(' ', '-')), ASKED],
    ),
  )

/** Asks for codes for several addresses; answers status and milliseconds of each. */
async function ask(url: string, kind: 'known' | 'unknown', name: string, ledger: Ledger): Promise<string[]> {
  const seen = []
  for (let number = 1; number <= ASKED; number++) {
    const started = performance.now()
    const response = await fetch(`${url}/api/auth/email-otp/send-verification-otp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url.replace('127.0.0.1', 'localhost') },
      body: JSON.stringify({ email: `${kind}-${name.replaceAll(' ', '-')}-${number}@bench.example`, type: 'sign-in' }),
    })
    await ledger.answer('a request for a code', response)
    const took = performance.now() - started
    if (took > SLOWEST) ledger.problem(`${name}: a code for a ${kind} address took ${took.toFixed(0)} ms`)
    seen.push(`${response.status} ${took.toFixed(0)} ms`)
  }
  return seen
}
