const ink = '#2b211c'

// Outlook falls back to Times New Roman if it lacks the first font, and tables do not inherit fonts: so Windows fonts
// come first, and every text sets its own.
const SANS = '"Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Noto Sans Arabic", Arial, sans-serif'
const SERIF = 'Georgia, "Noto Serif", "DejaVu Serif", "Droid Serif", serif'

export const ACCENT = '#7a2a5a'

/** Inline styles of mails, since most mail clients ignore style sheets. */
export const TEXT = { color: ink, fontFamily: SANS, fontSize: 16, lineHeight: '24px', margin: '0 0 12px' }
export const HEADING = { ...TEXT, fontSize: 22, lineHeight: '28px', fontWeight: 700 }
export const BRAND = { ...HEADING, color: ACCENT, fontFamily: SERIF, fontSize: 20, margin: '0 0 20px' }
export const BUTTON = {
  backgroundColor: ACCENT,
  borderRadius: 8,
  color: '#ffffff',
  fontFamily: SANS,
  display: 'inline-block',
  fontWeight: 600,
  padding: '10px 20px',
  textDecoration: 'none',
}
export const FAINT = { ...TEXT, color: '#6e645c', fontSize: 14, lineHeight: '21px', margin: 0 }
export const FOOT = { ...FAINT, fontSize: 13, borderTop: '1px solid #e8e3da', margin: '20px 0 0', padding: '14px 0 0' }
export const PAPER = '#fbf9f5'
export const CARD = {
  backgroundColor: '#ffffff',
  border: '1px solid #e8e3da',
  borderTop: `4px solid ${ACCENT}`,
  borderRadius: 12,
  maxWidth: 440,
}
export const HIDDEN = { display: 'none', overflow: 'hidden', lineHeight: '1px', opacity: 0, maxHeight: 0, maxWidth: 0 }

/**
 * Colours in the dark, those of the screens, for the clients that read style sheets (Apple Mail, Thunderbird, Outlook on
 * a Mac); the others show the mail light, or dark by a rule of their own. They have to win over the inline styles.
 */
export const DARK_STYLES = `@media (prefers-color-scheme: dark) {
  .page, .page > table > tbody > tr > td { background-color: #17110e !important }
  .card { background-color: #1e1815 !important; border-color: #332c28 !important }
  h1, p { color: #eee9e1 !important }
  .faint { color: #aaa39a !important; border-color: #332c28 !important }
  .accent { color: #e394c1 !important }
  .card { border-top-color: #e394c1 !important }
  .button { background-color: #e394c1 !important; color: #230e1a !important }
}`
