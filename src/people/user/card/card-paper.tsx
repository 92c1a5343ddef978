import { useSuspenseQuery } from '@tanstack/react-query'
import { installationQuery } from '#kit/installation/installation.data.ts'
import { formatDateTime } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { PrintedAlone } from '#base/ui/printed-alone.tsx'
import { QrCodePicture } from '#base/ui/qr-code-picture.tsx'
import { Sentence } from '#base/ui/sentence.tsx'
import type { GivenSignInCard } from './sign-in-card.schema.ts'

interface CardPaperProps {
  given: GivenSignInCard
  /** Name of the holder. */
  name: string
  timeZone: string
}

/** The card on paper, to be cut out: alone on its sheet, whatever page it was printed from. */
export function CardPaper({ given: { link, code, qr, expiresAt }, name, timeZone }: CardPaperProps) {
  const { libraryName } = useSuspenseQuery(installationQuery).data
  const [address = link] = link.split('#')
  return (
    <PrintedAlone>
      <section className="max-w-md break-inside-avoid rounded-md border border-line-strong p-5 text-sm">
        <p className="flex items-baseline justify-between gap-4">
          <b className="font-serif text-xl">
            <bdi>{libraryName ?? m.brand_name()}</bdi>
          </b>
          <span>{m.card_panel_title()}</span>
        </p>
        <div className="mt-4 mb-3 flex items-center gap-4">
          <QrCodePicture qr={qr} label={m.card_qr()} side={132} className="mx-auto" />
          <p className="min-w-0 text-lg font-semibold [overflow-wrap:anywhere]">
            <bdi>{name}</bdi>
            <code dir="ltr" className="mt-2 block font-mono">
              {code}
            </code>
          </p>
        </div>
        <p>
          <Sentence text={m.card_paper_how} parts={{ address: <bdi dir="ltr">{address}</bdi> }} />{' '}
          {m.card_paper_until({ time: formatDateTime(expiresAt, timeZone) })} {m.card_paper_keep()}
        </p>
      </section>
    </PrintedAlone>
  )
}
