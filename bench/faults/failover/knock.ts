import { readFileSync } from 'node:fs'
import { request as plainRequest } from 'node:http'
import { request } from 'node:https'
import { Client } from 'pg'

// Run on a machine of the cluster, or on a stranger's: tries each of the knocks that it is given, and prints what came of them.

const PATIENCE = 3000

export interface Knock {
  /** What is tried, in words. */
  what: string
  /** Whether it should be let in. */
  isWelcome: boolean
  /** The folder of a machine's files, with its certificate; none without it. */
  folder?: string
  program?: 'etcd' | 'patroni'
  http?: { url: string; method?: string; password?: string; body?: string }
  database?: { host: string; user: string; password: string; database: string; isPlain?: boolean; isChecked?: boolean }
}

export interface Outcome {
  isIn: boolean
  /** The status, or what was said. */
  said: string
}

function filesOf({ folder, program = 'patroni' }: Knock): { ca?: string; cert?: string; key?: string } {
  if (folder === undefined) return {}
  const read = (name: string): string => readFileSync(`${folder}/${name}`, 'utf8')
  return { ca: read('ca.crt'), cert: read(`${program}.crt`), key: read(`${program}.key`) }
}

function askByHttp(
  knock: Knock,
  { url, method = 'GET', password, body }: NonNullable<Knock['http']>,
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const options = {
      method,
      timeout: PATIENCE,
      ...(password !== undefined && { auth: `patroni:${password}` }),
      ...(body !== undefined && { headers: { 'content-length': Buffer.byteLength(body) } }),
    }
    // A stranger does not mind whom it talks to.
    const tls = { ...filesOf(knock), rejectUnauthorized: false }
    const asked = url.startsWith('https:') ? request(url, { ...options, ...tls }) : plainRequest(url, options)
    asked.once('response', (response) => {
      response.resume()
      const { statusCode = 0 } = response
      resolve({ isIn: statusCode < 300, said: String(statusCode) })
    })
    asked.once('timeout', () => asked.destroy(new Error('no answer')))
    asked.once('error', reject)
    asked.end(body)
  })
}

async function askDatabase(knock: Knock, given: NonNullable<Knock['database']>): Promise<Outcome> {
  const { isPlain = false, isChecked = false, ...connection } = given
  // A stranger does not mind whom it talks to; Maktaba does.
  const ssl = isPlain ? false : { ...filesOf(knock), rejectUnauthorized: isChecked }
  const client = new Client({ ...connection, ssl, connectionTimeoutMillis: PATIENCE })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return { isIn: true, said: 'connected' }
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function tried(knock: Knock): Promise<Outcome> {
  const { http, database } = knock
  try {
    if (http) return await askByHttp(knock, http)
    if (database) return await askDatabase(knock, database)
    throw new Error('There is nothing to try')
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const said = 'reason' in error ? String(error.reason) : error.message
    return { isIn: false, said: /timeout|ETIMEDOUT/.test(said) ? 'no answer' : said }
  }
}

const knocks: Knock[] = JSON.parse(readFileSync(0, 'utf8'))
console.log(JSON.stringify(await Promise.all(knocks.map(tried))))
