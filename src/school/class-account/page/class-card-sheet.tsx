import { useSuspenseQuery } from '@tanstack/react-query'
import { formatDateTime } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { PrintedAlone } from '#base/ui/printed-alone.tsx'
import { QrCodePicture } from '#base/ui/qr-code-picture.tsx'
import { Sentence } from '#base/ui/sentence.tsx'
import { installationQuery } from '#kit/installation/installation.data.ts'
import type { ClassCard } from '../class-account.schema.ts'

interface ClassCardSheetProps {
  cards: readonly ClassCard[]
  timeZone: string
}

/** The cards as they are seen, and eight of them on a sheet of A4 to be cut apart. */
export function ClassCardSheet({ cards, timeZone }: ClassCardSheetProps) {
  return (
    <>
      {/* eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none */}
      <ul role="list" className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(min(19rem,100%),1fr))] gap-3">
        {cards.map((card) => (
          <li key={card.borrowerId}>
            <Card card={card} timeZone={timeZone} className="h-full" />
          </li>
        ))}
      </ul>
      <PrintedAlone>
        <div className="grid grid-cols-2 gap-[2mm]">
          {cards.map((card) => (
            <Card key={card.borrowerId} card={card} timeZone={timeZone} className="h-[62mm] break-inside-avoid" />
          ))}
        </div>
      </PrintedAlone>
    </>
  )
}

function Card({ card, timeZone, className }: { card: ClassCard; timeZone: string; className: string }) {
  const { libraryName } = useSuspenseQuery(installationQuery).data
  const [address = card.link] = card.link.split('#')
  return (
    <section
      className={`flex flex-col overflow-hidden rounded-md border border-line-strong p-3 text-[0.8125rem] leading-snug print:p-[3mm] print:text-[8pt] ${className}`}
    >
      <p className="flex items-baseline justify-between gap-3">
        <b className="line-clamp-1 min-w-0 font-serif text-base print:text-[11pt]">
          <bdi>{libraryName ?? m.brand_name()}</bdi>
        </b>
        <span className="flex-none text-muted">{m.card_panel_title()}</span>
      </p>
      <div className="my-2 flex items-center gap-3">
        <QrCodePicture qr={card.qr} label={m.card_qr()} side={92} />
        <p className="min-w-0 flex-1">
          <b className="line-clamp-3 text-[0.9375rem] [overflow-wrap:anywhere] print:text-[10.5pt]">
            <bdi>{card.name}</bdi>
          </b>
          <span className="block text-muted">
            {card.className !== null && (
              <>
                <bdi>{card.className}</bdi>
                {' · '}
              </>
            )}
            <bdi>{card.card}</bdi>
          </span>
          <code
            dir="ltr"
            className="mt-1 inline-block font-mono text-[0.9375rem] font-semibold [overflow-wrap:anywhere] print:text-[11pt] print:whitespace-nowrap"
          >
            {card.code}
          </code>
        </p>
      </div>
      <p className="mt-auto [overflow-wrap:anywhere]">
        <Sentence text={m.card_paper_how} parts={{ address: <bdi dir="ltr">{address}</bdi> }} />{' '}
        {m.card_paper_until({ time: formatDateTime(card.expiresAt, timeZone) })} {m.card_paper_keep()}
      </p>
    </section>
  )
}
