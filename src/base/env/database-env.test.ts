import { describe, expect, test } from 'vitest'
import { readEnv } from './env.server.ts'
import { EnvError, type Source } from './read-env.server.ts'

const DATABASE = {
  DATABASE_URL: 'postgres://maktaba:geheim-7@db/maktaba',
  AUTH_SECRET: 's'.repeat(32),
  SMTP_URL: 'smtp://mail',
}

/** The lines that an operator reads; none when the settings are right. */
function faultsOf(source: Source): string[] {
  try {
    readEnv(source)
    return []
  } catch (error) {
    if (error instanceof EnvError) return error.message.split('\n')
    throw error
  }
}

describe('DATABASE_URL', () => {
  test('needs AUTH_SECRET, and brings genres only', () => {
    expect(faultsOf({ ...DATABASE, AUTH_SECRET: undefined })).toEqual([
      'AUTH_SECRET is not set: with DATABASE_URL it is needed, 32 characters or more',
    ])
    expect(readEnv(DATABASE)).toMatchObject({
      databaseUrl: DATABASE.DATABASE_URL,
      authSecret: DATABASE.AUTH_SECRET,
      seed: 'genres',
    })
    expect(readEnv({ ...DATABASE, SEED: 'sample' }).seed).toBe('sample')
  })

  test('keeps the folder of a socket', () => {
    const url = 'postgresql://maktaba@localhost/maktaba?host=/run/postgresql'
    expect(readEnv({ ...DATABASE, DATABASE_URL: url }).databaseUrl).toBe(url)
  })

  test('the files of its certificates must be there', () => {
    const url = (file: string) => `${DATABASE.DATABASE_URL}?sslmode=verify-full&sslrootcert=${file}`
    expect(
      faultsOf({ ...DATABASE, DATABASE_URL: url('package.json'), DATABASE_REPLICA_URL: url('/etc/none.crt') }),
    ).toEqual(['DATABASE_REPLICA_URL names /etc/none.crt as sslrootcert, which cannot be read'])
  })

  test('the way past a pooler needs the way to it', () => {
    expect(faultsOf({ DATABASE_DIRECT_URL: 'postgres://db/x' })).toEqual([
      'DATABASE_DIRECT_URL is set without DATABASE_URL, which leads to the pooler that it passes',
    ])
    expect(faultsOf({ ...DATABASE, DATABASE_DIRECT_URL: 'db/x' })).toEqual([
      'DATABASE_DIRECT_URL is not a valid URL: allowed is a URL that begins with postgres:// or postgresql://',
    ])
    expect(readEnv({ ...DATABASE, DATABASE_DIRECT_URL: 'postgres://db/x' }).directUrl).toBe('postgres://db/x')
  })

  test("a replica is one of a database of one's own", () => {
    expect(faultsOf({ DATABASE_REPLICA_URL: 'postgres://db2/x' })).toEqual([
      'DATABASE_REPLICA_URL is set without DATABASE_URL: the embedded database has no replica',
    ])
    expect(faultsOf({ ...DATABASE, DATABASE_REPLICA_URL: 'postgres://db2/x' })).toEqual([])
  })
})
