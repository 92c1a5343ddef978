import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { eventWord } from './event-word.ts'
import { OWN_KINDS, type OwnSecurityEvent } from './security.schema.ts'
import { ownSignInsQuery } from './security.data.ts'
import { OwnSignIns } from './shared/own-sign-ins.tsx'
import { m } from '#base/i18n/paraglide/messages.js'

const eventOf = (kind: OwnSecurityEvent['kind'], id = 1): OwnSecurityEvent => ({
  id,
  at: new Date('2026-11-28T08:00:00Z'),
  kind,
  browser: null,
  system: null,
  ip: null,
  isByOthers: false,
  details: { how: 'card', reason: 'wrong', days: 7 },
})

function shown(items: OwnSecurityEvent[]): string[] {
  const client = new QueryClient()
  client.setQueryData(ownSignInsQuery.queryKey, { pages: [{ items, nextCursor: null }], pageParams: [''] })
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <OwnSignIns timeZone="UTC" />
    </QueryClientProvider>,
  )
  return [...html.matchAll(/<li.*?<p[^>]*>(.*?)<\/p>/g)].map(([, sentence = '']) => sentence)
}

test('Each kind of one’s own sign-ins has a sentence of its own, and only an impersonation is one', () => {
  const sentences = shown(OWN_KINDS.map(eventOf))
  expect(new Set(sentences).size).toBe(OWN_KINDS.length)
  const acted = m.sign_ins_impersonated({ reason: 'wrong' })
  expect(OWN_KINDS.filter((_, at) => sentences[at] === acted)).toEqual(['impersonation_begun'])
  for (const [at, kind] of OWN_KINDS.entries())
    if (kind !== 'impersonation_begun') expect(sentences[at]).toBe(eventWord(eventOf(kind), 'UTC'))
})
