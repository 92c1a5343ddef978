import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { NO_GENRE, NO_PUBLISHER } from '#catalogue/book/search/book-search.schema.ts'
import { installationQuery } from '#kit/installation/installation.data.ts'
import type { Installation } from '#kit/installation/installation.schema.ts'
import type { Warning } from '#operations/health/warning.schema.ts'
import { formatBytes, formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { lookUp } from '#base/lib/list/look-up.ts'
import { attentionTexts } from '#kit/navigation/navigation.slots.ts'
import { navigationItems } from '#kit/slice.ts'
import { reachableAddress } from '#base/lib/reachable-address.ts'
import { Icon } from '#base/ui/icon.tsx'
import { Panel } from '#base/ui/panel.tsx'
import type { Figures } from './dashboard.schema.ts'

interface RecordItem {
  name: string
  text: (count: number) => ReactNode
  link: Pick<LinkProps, 'to' | 'search'>
}

const counted = (sentence: (count: { count: number; shown: string }) => string) => (count: number) =>
  sentence({ count, shown: formatNumber(count) })

const RECORDS: (RecordItem & { name: keyof Figures['attention'] })[] = [
  {
    name: 'withoutGenre',
    text: counted(m.dashboard_attention_genre),
    link: { to: '/manager/books', search: { genreId: NO_GENRE } },
  },
  {
    name: 'withoutPublisher',
    text: counted(m.dashboard_attention_publisher),
    link: { to: '/manager/books', search: { publisher: NO_PUBLISHER } },
  },
  {
    name: 'notOnboarded',
    text: counted(m.dashboard_attention_onboarded),
    link: { to: '/manager/users', search: { state: 'notOnboarded' } },
  },
  {
    name: 'samples',
    text: counted(m.dashboard_attention_samples),
    link: { to: '/manager/books', search: { origin: 'sample' } },
  },
  {
    name: 'neverSignedIn',
    text: counted(m.dashboard_attention_never),
    link: { to: '/manager/users', search: { state: 'neverSignedIn' } },
  },
]

const WARNINGS: Record<Warning['code'], (value: number) => string> = {
  backup_none: () => m.dashboard_attention_backup_none(),
  backup_old: (days) => m.dashboard_attention_backup_old({ count: days, shown: formatNumber(days) }),
  backup_future: () => m.dashboard_attention_backup_future(),
  clock: () => m.dashboard_attention_clock(),
  second_folder: () => m.dashboard_attention_second_folder(),
  disk: (free) => m.dashboard_attention_disk({ free: formatBytes(free) }),
  mail: () => m.dashboard_attention_mail(),
}

const HEALTH: Pick<LinkProps, 'to'> = { to: '/manager/health' }

const SETTINGS: Pick<LinkProps, 'to'> = { to: '/manager/settings' }

/** Settings without which people cannot be reached. */
const settingItems = ({ isDemo, sendsMail, contactEmail }: Installation) => [
  ...(sendsMail || isDemo ? [] : [{ name: 'outbox', words: m.dashboard_attention_outbox(), link: SETTINGS }]),
  ...(reachableAddress(contactEmail) || isDemo
    ? []
    : [{ name: 'contact', words: m.dashboard_attention_contact(), link: SETTINGS }]),
]

/** What floors say of their pages of managers that are lists of no noun. */
const contributed = (isUrgent: boolean): RecordItem[] =>
  navigationItems().flatMap(({ to, attention }) =>
    attention && (attention.isUrgent ?? false) === isUrgent
      ? [
          {
            name: attention.figure,
            text: (count) => <attentionTexts.Parts figure={attention.figure} count={count} />,
            link: { to },
          },
        ]
      : [],
  )

/** What needs attention: the server, settings, and records linked to their lists. */
export function DashboardAttention({ attention, warnings }: Pick<Figures, 'attention' | 'warnings'>) {
  const { data: settings } = useSuspenseQuery(installationQuery)
  const records = [...contributed(true), ...RECORDS, ...contributed(false)].flatMap(({ name, text, link }) => {
    const count = lookUp(attention, name) ?? 0
    return count > 0 ? [{ name, words: text(count), link }] : []
  })
  const ofServer = warnings.map(({ code, value }) => ({ name: code, words: WARNINGS[code](value), link: HEALTH }))
  const open = [...ofServer, ...settingItems(settings), ...records]
  return (
    <Panel title={m.dashboard_attention()} className="min-w-0">
      {open.length === 0 ? (
        <p className="mt-2 text-muted">{m.dashboard_attention_none()}</p>
      ) : (
        // eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none
        <ul role="list" className="mt-1.5">
          {open.map(({ name, words, link }) => (
            <li key={name} className="border-line not-last:border-b">
              <Link
                {...link}
                className="flex min-h-11 items-center justify-between gap-3 rounded-sm py-1.5 hover:text-accent"
              >
                {words}
                <Icon name="chevron" className="size-4 text-muted" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
