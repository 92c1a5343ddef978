import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { LookupSource } from '#base/lib/lookup-sources.ts'

/** A book that every catalogue knows. */
export const KNOWN_ISBN = '9782020229425'
/** One of which the SRU catalogues have several records. */
export const SEVERAL_ISBN = '9789973193278'

export type Answer = (response: ServerResponse, isbn: string) => void

interface Asked {
  source: string
  /** Path and query as they were sent. */
  url: string
  headers: Record<string, string | string[] | undefined>
}

/** The four catalogues of look-ups on loopback, which answer as their documentation says. */
export interface Catalogues {
  /** The settings by which a server asks them. */
  settings: Record<'LOOKUP_DNB_URL' | 'LOOKUP_BNF_URL' | 'LOOKUP_K10PLUS_URL' | 'LOOKUP_OPENLIBRARY_URL', string>
  origin: string
  /** All requests, oldest first. */
  asked: Asked[]
  /** What a catalogue answers instead, until it is removed. */
  answers: Map<string, Answer>
  close: () => Promise<void>
}

export async function startCatalogues(): Promise<Catalogues> {
  const asked: Asked[] = []
  const answers = new Map<string, Answer>()
  const server = createServer((request, response) => {
    const { url = '', headers } = request
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    const source = pathname.slice(1)
    const [isbn = ''] = /97[89]\d{10}/.exec(searchParams.toString()) ?? []
    asked.push({ source, url, headers })
    const answer = answers.get(source) ?? (isSource(source) ? USUAL[source] : undefined)
    if (answer) answer(response, isbn)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  return {
    settings: {
      LOOKUP_DNB_URL: `${origin}/dnb`,
      LOOKUP_BNF_URL: `${origin}/bnf`,
      LOOKUP_K10PLUS_URL: `${origin}/k10plus`,
      LOOKUP_OPENLIBRARY_URL: `${origin}/openlibrary`,
    },
    origin,
    asked,
    answers,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const isSource = (name: string): name is LookupSource => Object.hasOwn(USUAL, name)

/** An answer with a body of a type. */
export const answerWith =
  (body: string | Buffer, contentType = 'text/xml;charset=UTF-8', status = 200, headers = {}): Answer =>
  (response) =>
    void response.writeHead(status, { 'content-type': contentType, ...headers }).end(body)

/** An answer of SRU 1.1 with these records, each an element of MARCXML. */
export const sruAnswer = (records: readonly string[], schema = 'MARC21-xml'): string =>
  `<?xml version="1.0" encoding="UTF-8"?><searchRetrieveResponse xmlns="http://www.loc.gov/zing/srw/"><version>1.1</version>
  <numberOfRecords>${records.length}</numberOfRecords><records>${records
    .map(
      (record, index) =>
        `<record><recordSchema>${schema}</recordSchema><recordPacking>xml</recordPacking><recordData>${record}</recordData><recordPosition>${index + 1}</recordPosition></record>`,
    )
    .join('')}</records></searchRetrieveResponse>`

type Field = [tag: string, indicators: string, ...subfields: [code: string, text: string][]]

/** A record of MARCXML; of control fields the text is the only subfield. */
export function marcXml(fields: readonly Field[], prefix = '', namespace = 'http://www.loc.gov/MARC21/slim'): string {
  const name = (element: string) => `${prefix}${element}`
  const xmlns = prefix === '' ? 'xmlns' : `xmlns:${prefix.slice(0, -1)}`
  const written = fields.map(([tag, indicators, ...subfields]) =>
    tag.startsWith('00')
      ? `<${name('controlfield')} tag="${tag}">${subfields[0]?.[1] ?? ''}</${name('controlfield')}>`
      : `<${name('datafield')} tag="${tag}" ind1="${indicators[0]}" ind2="${indicators[1]}">${subfields
          .map(([code, text]) => `<${name('subfield')} code="${code}">${text}</${name('subfield')}>`)
          .join('')}</${name('datafield')}>`,
  )
  const leader = prefix === '' ? '00000nam a2200000 c 4500' : '     cam  22     3  450 '
  return `<${name('record')} ${xmlns}="${namespace}" type="Bibliographic"><${name('leader')}>${leader}</${name('leader')}>${written.join('')}</${name('record')}>`
}

/** Two records of K10plus: of a book online, and in print. */
const severalRecords = (isbn: string): string[] => [
  marcXml([
    ['020', '  ', ['a', isbn]],
    ['245', '00', ['a', 'Le dernier mot']],
  ]),
  marcXml([
    ['020', '  ', ['a', isbn]],
    ['100', '1 ', ['a', 'Mosteghanemi, Amel']],
    ['245', '10', ['a', 'Le dernier mot']],
    ['264', ' 1', ['a', 'Tunis'], ['b', 'Cérès'], ['c', '[1996]']],
  ]),
]

const marc21 = (isbn: string): string[] => {
  if (isbn === SEVERAL_ISBN) return severalRecords(isbn)
  if (isbn !== KNOWN_ISBN) return []
  return [
    marcXml([
      ['001', '', ['', '1037482']],
      ['008', '', ['', '960101s1996    fr ||||| |||| 00||||fre  ']],
      ['020', '  ', ['a', '2020229420'], ['c', 'kart.']],
      ['020', '  ', ['a', isbn]],
      ['041', '  ', ['a', 'fre']],
      ['100', '1 ', ['a', 'Yacine, Kateb'], ['4', 'aut']],
      ['245', '10', ['a', 'Nedjma'], ['b', 'roman'], ['c', 'Kateb Yacine']],
      ['250', '  ', ['a', '2. Aufl.']],
      ['264', ' 1', ['a', 'Paris'], ['b', 'Éd. du Seuil'], ['c', '1996']],
      ['300', '  ', ['a', '274 S.']],
      ['490', '0 ', ['a', 'Points'], ['v', '247']],
      ['655', ' 7', ['a', 'Roman']],
    ]),
  ]
}

const unimarc = (isbn: string): string[] =>
  isbn === KNOWN_ISBN
    ? [
        marcXml(
          [
            ['001', '', ['', 'FRBNF35853279']],
            ['010', '  ', ['a', '978-2-02-022942-5'], ['b', 'br.']],
            ['101', '0 ', ['a', 'fre']],
            ['200', '1 ', ['a', 'Nedjma'], ['b', 'Texte imprimé'], ['e', 'roman'], ['f', 'Kateb Yacine']],
            ['210', '  ', ['a', 'Paris'], ['c', 'Éditions du Seuil'], ['d', 'impr. 1996']],
            ['215', '  ', ['a', '256 p.']],
            ['700', ' 0', ['a', 'Kateb'], ['b', 'Yacine'], ['f', '1929-1989']],
          ],
          'mxc:',
          'info:lc/xmlns/marcxchange-v2',
        ),
      ]
    : []

const edition = (isbn: string) => ({
  [`ISBN:${isbn}`]: {
    bib_key: `ISBN:${isbn}`,
    info_url: `https://openlibrary.org/books/OL1M/Nedjma`,
    preview: 'noview',
    details: {
      key: '/books/OL1M',
      title: 'Nedjma',
      authors: [{ key: '/authors/OL1A', name: 'Kateb Yacine' }],
      publishers: ['Seuil'],
      publish_date: 'January 1, 1996',
      languages: [{ key: '/languages/fre' }],
      number_of_pages: 256,
      isbn_13: [isbn],
    },
  },
})

const USUAL: Record<LookupSource, Answer> = {
  dnb: (response, isbn) => answerWith(sruAnswer(marc21(isbn)))(response, isbn),
  bnf: (response, isbn) => answerWith(sruAnswer(unimarc(isbn), 'unimarcxchange'))(response, isbn),
  k10plus: (response, isbn) => answerWith(sruAnswer(marc21(isbn), 'marcxml'), 'application/xml')(response, isbn),
  openlibrary: (response, isbn) =>
    answerWith(JSON.stringify(isbn === KNOWN_ISBN ? edition(isbn) : {}), 'application/json')(response, isbn),
}
