import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { LabelAbout, LabelsSearch } from '../label-search.schema.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { isSpine } from '../sheet/label-layout.ts'
import { CardFace, CopyFace } from './label-faces.tsx'
import { useLabelLook } from './label-look.ts'
import { useCards, useCopyLabels } from './label-source.ts'
import { LabelDesk } from './label-desk.tsx'

const TAB =
  'inline-flex min-h-11 items-center border-b-2 border-transparent px-1 text-[0.9rem] font-semibold text-muted hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-accent'

const TABS: readonly { about: LabelAbout; label: () => string }[] = [
  { about: 'copies', label: m.labels_copies },
  { about: 'cards', label: m.labels_cards },
]

interface LabelsPageProps {
  search: LabelsSearch
  timeZone: string
}

/** Labels of copies and library cards: the sheets on the screen are the sheets on paper. */
export function LabelsPage({ search, timeZone }: LabelsPageProps) {
  const tabs = (
    <nav aria-label={m.labels_title()} className="mb-4 flex flex-wrap gap-x-5 border-b border-line print:hidden">
      {TABS.map(({ about, label }) =>
        about === search.about ? (
          <span key={about} aria-current="page" className={`${TAB} -mb-px`}>
            {label()}
          </span>
        ) : (
          <Link
            key={about}
            to="/manager/labels"
            search={{ about }}
            activeOptions={{ exact: true, includeSearch: true }}
            className={`${TAB} -mb-px focus-visible:-outline-offset-2`}
          >
            {label()}
          </Link>
        ),
      )}
    </nav>
  )
  const props = { search, timeZone, tabs }
  return search.about === 'cards' ? <Cards key="cards" {...props} /> : <CopyLabels key="copies" {...props} />
}

function CopyLabels({ search, ...rest }: LabelsPageProps & { tabs: ReactNode }) {
  const source = useCopyLabels(search)
  const look = useLabelLook('copies')
  const { sheet, parts } = look
  const found = source.data?.items ?? []
  const hasSpines = isSpine(parts)
  const items = hasSpines ? found.filter(({ shelfMark }) => shelfMark.trim() !== '') : found
  return (
    <LabelDesk
      {...rest}
      search={search}
      source={source}
      look={look}
      items={items}
      codes={parts.code ? items.map(({ number }) => number) : []}
      left={found.length - items.length}
      // A label for the spine is not the one that a scanner reads.
      isNoted={parts.code || parts.number}
      renderLabel={(label) => <CopyFace label={label} sheet={sheet} parts={parts} />}
    />
  )
}

function Cards({ search, ...rest }: LabelsPageProps & { tabs: ReactNode }) {
  const source = useCards(search)
  const look = useLabelLook('cards')
  const items = source.data?.items ?? []
  const library = source.data?.library || m.letter_library()
  return (
    <LabelDesk
      {...rest}
      search={search}
      source={source}
      look={look}
      items={items}
      codes={items.map(({ number }) => number)}
      left={0}
      isNoted
      renderLabel={(card) => <CardFace card={card} library={library} sheet={look.sheet} />}
    />
  )
}
