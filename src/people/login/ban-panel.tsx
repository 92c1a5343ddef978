import type { BanNotice } from '#base/auth/session/ban.schema.ts'
import { banSentences } from '#base/i18n/ban-words.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import type { Installation } from '#kit/installation/installation.schema.ts'

interface BanPanelProps {
  ban: BanNotice
  settings: Pick<Installation, 'timeZone' | 'contactEmail'>
}

/** Shown above the sign-in form when a ban has ended this browser's session: why, and until when. */
export function BanPanel({ ban, settings: { timeZone, contactEmail } }: BanPanelProps) {
  return (
    <section role="alert" className="mb-6 rounded-md border border-danger px-4 py-3.5">
      <h2 className="text-base font-semibold text-danger">{m.error_BANNED_USER()}</h2>
      {banSentences(ban, timeZone, contactEmail).map((sentence) => (
        <p key={sentence} dir="auto" className="mt-2 text-sm break-words">
          {sentence}
        </p>
      ))}
    </section>
  )
}
