import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { NO_GENRE, NO_PUBLISHER } from '#features/book/search/book-search.schema.ts'
import { settingsQuery } from '#features/settings/settings.data.ts'
import type { Settings } from '#features/settings/settings.schema.ts'
import type { Warning } from '#features/settings/shared/warning.schema.ts'
import { formatBytes, formatNumber } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { reachableAddress } from '#lib/reachable-address.ts'
import { Icon } from '#ui/icon.tsx'
import { Panel } from '#ui/panel.tsx'
import type { Figures } from './dashboard.schema.ts'

interface RecordItem {
  name: keyof Figures['attention']
  text: (count: { count: number; shown: string }) => string
  link: Pick<LinkProps, 'to' | 'search'>
}

const RECORDS: RecordItem[] = [
  { name: 'overdue', text: m.dashboard_attention_overdue, link: { to: '/manager/overdue' } },
  {
    name: 'withoutGenre',
    text: m.dashboard_attention_genre,
    link: { to: '/manager/books', search: { genreId: NO_GENRE } },
  },
  {
    name: 'withoutPublisher',
    text: m.dashboard_attention_publisher,
    link: { to: '/manager/books', search: { publisher: NO_PUBLISHER } },
  },
  {
    name: 'notOnboarded',
    text: m.dashboard_attention_onboarded,
    link: { to: '/manager/users', search: { state: 'notOnboarded' } },
  },
  {
    name: 'samples',
    text: m.dashboard_attention_samples,
    link: { to: '/manager/books', search: { origin: 'sample' } },
  },
  { name: 'duplicates', text: m.dashboard_attention_duplicates, link: { to: '/manager/duplicates' } },
  {
    name: 'neverSignedIn',
    text: m.dashboard_attention_never,
    link: { to: '/manager/users', search: { state: 'neverSignedIn' } },
  },
]

const WARNINGS: Record<Warning['code'], (value: number) => string> = {
  backup_none: () => m.dashboard_attention_backup_none(),
  backup_old: (days) => m.dashboard_attention_backup_old({ count: days, shown: formatNumber(days) }),
  copies: () => m.dashboard_attention_copies(),
  disk: (free) => m.dashboard_attention_disk({ free: formatBytes(free) }),
  mail: () => m.dashboard_attention_mail(),
}

const HEALTH: Pick<LinkProps, 'to'> = { to: '/manager/health' }

const SETTINGS: Pick<LinkProps, 'to'> = { to: '/manager/settings' }

/** Settings without which people cannot be reached. */
const settingItems = ({ isDemo, sendsMail, contactEmail }: Settings) => [
  ...(sendsMail || isDemo ? [] : [{ name: 'outbox', words: m.dashboard_attention_outbox(), link: SETTINGS }]),
  ...(reachableAddress(contactEmail) || isDemo
    ? []
    : [{ name: 'contact', words: m.dashboard_attention_contact(), link: SETTINGS }]),
]

/** What needs attention: the server, settings, and records linked to their lists. */
export function DashboardAttention({ attention, warnings }: Pick<Figures, 'attention' | 'warnings'>) {
  const { data: settings } = useSuspenseQuery(settingsQuery)
  const records = RECORDS.filter(({ name }) => attention[name] > 0).map(({ name, text, link }) => ({
    name,
    words: text({ count: attention[name], shown: formatNumber(attention[name]) }),
    link,
  }))
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
