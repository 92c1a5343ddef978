import type { ReactNode } from 'react'
import { siteUrl } from '#base/env/site.server.ts'
import { inForce } from '#base/env/in-force.server.ts'
import { directionOf, type Locale } from '#base/i18n/locale.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { isolated } from '#base/i18n/isolated.ts'
import { BRAND, CARD, DARK_STYLES, FOOT, HIDDEN, PAPER } from './styles.ts'

interface MailLayoutProps {
  locale: Locale
  /** The preview that a mail client shows after the subject. */
  preview: string
  children: ReactNode
}

// Mail clients fill the preview with the words after it, unless enough signs without width follow.
const PREVIEW_LENGTH = 200
const NO_ROOM = '\u00a0\u200c\u200b\u200d\ufeff'

const TABLE = {
  role: 'presentation',
  align: 'center',
  border: 0,
  cellPadding: 0,
  cellSpacing: 0,
  width: '100%',
} as const

/**
 * The layout of every mail: one column in the direction of its language, the library's name above, and below it its
 * address as text, so that a mail with a code has no link that could be forged. Columns are tables, since Outlook knows
 * neither width nor padding of anything else, and the page's colour is set twice, since some clients drop the body.
 */
export function MailLayout({ locale, preview, children }: MailLayoutProps) {
  const direction = directionOf(locale)
  const { name } = inForce()
  const address = new URL(siteUrl()).host
  return (
    <html lang={locale} dir={direction}>
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=UTF-8" />
        <meta name="x-apple-disable-message-reformatting" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="viewport" content="width=device-width" />
        <title>{preview}</title>
        <style>{DARK_STYLES}</style>
      </head>
      <body className="page" style={{ backgroundColor: PAPER, margin: 0, padding: 0 }}>
        <div data-skip-in-text style={HIDDEN}>
          {preview.slice(0, PREVIEW_LENGTH) + NO_ROOM.repeat(Math.max(0, PREVIEW_LENGTH - preview.length))}
        </div>
        <table {...TABLE}>
          <tbody>
            <tr>
              <td style={{ backgroundColor: PAPER, padding: '24px 12px' }}>
                <table
                  {...TABLE}
                  className="card"
                  dir={direction}
                  style={{ ...CARD, textAlign: direction === 'rtl' ? 'right' : 'left' }}
                >
                  <tbody>
                    <tr>
                      <td style={{ padding: '28px 24px' }}>
                        <p className="accent" style={BRAND}>
                          {name ?? m.brand_name()}
                        </p>
                        {children}
                        <p className="faint" style={FOOT}>
                          {name === null
                            ? m.mail_sent_by({ address })
                            : m.mail_sent_by_named({ library: isolated(name), address })}
                        </p>
                      </td>
                    </tr>
                  </tbody>
                </table>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  )
}
