import { expect, test } from 'vitest'
import { readEnv } from './env.server.ts'

test('the sources of look-ups have the order of the operator, each once, and the address that is given', () => {
  expect(readEnv({ LOOKUP: 'bnf, DNB,bnf', LOOKUP_DNB_URL: 'http://10.0.0.7/dnb' }).lookup).toEqual({
    sources: [
      { source: 'bnf', url: 'https://catalogue.bnf.fr/api/SRU', isOwnAddress: false },
      { source: 'dnb', url: 'http://10.0.0.7/dnb', isOwnAddress: true },
    ],
    urls: {
      dnb: 'http://10.0.0.7/dnb',
      bnf: 'https://catalogue.bnf.fr/api/SRU',
      k10plus: 'https://sru.k10plus.de/opac-de-627',
      openlibrary: 'https://openlibrary.org/api/books',
    },
  })
})

test('a wrong source or address is named', () => {
  expect(() => readEnv({ LOOKUP: 'dnb, google' })).toThrow(
    'LOOKUP is "dnb, google": allowed are dnb, bnf, k10plus, openlibrary, with commas between them; "google" is none',
  )
  expect(() => readEnv({ LOOKUP_BNF_URL: 'ftp://x' })).toThrow(
    'LOOKUP_BNF_URL is not a valid URL: allowed is a URL that begins with https:// or http://',
  )
})
