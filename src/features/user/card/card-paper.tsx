import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { settingsQuery } from '#features/settings/settings.data.ts'
import { formatDateTime } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { QrCodePicture } from '#ui/qr-code-picture.tsx'
import { Sentence } from '#ui/sentence.tsx'
import type { GivenSignInCard } from './sign-in-card.schema.ts'

interface CardPaperProps {
  given: GivenSignInCard
  /** Of the holder. */
  name: string
  timeZone: string
}

/** An element that stands alone on paper, while it is the first of the page. */
function newSheet(): HTMLElement {
  const sheet = document.createElement('div')
  sheet.className = 'hidden print:block [&~*]:print:hidden'
  return sheet
}

/** The card on paper, to be cut out: alone on its sheet, whatever page it was printed from. */
export function CardPaper({ given: { link, code, qr, expiresAt }, name, timeZone }: CardPaperProps) {
  const { libraryName } = useSuspenseQuery(settingsQuery).data
  const [sheet] = useState(newSheet)
  useEffect(() => {
    document.body.prepend(sheet)
    return () => sheet.remove()
  }, [sheet])
  const [address = link] = link.split('#')
  return createPortal(
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
    </section>,
    sheet,
  )
}
