const ink = '#2b211c'

// Outlook draws all in Times New Roman where it does not know the first font, and inherits no font into a table: so
// fonts of Windows stand first, and each text says its own.
const SANS = '"Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Noto Sans Arabic", Arial, sans-serif'
const SERIF = 'Georgia, "Noto Serif", "DejaVu Serif", "Droid Serif", serif'

export const ACCENT = '#7a2a5a'

/** How the parts of every mail look; mail programs read styles from attributes only. */
export const TEXT = { color: ink, fontFamily: SANS, fontSize: 16, lineHeight: '24px', margin: '0 0 12px' }
export const HEADING = { ...TEXT, fontSize: 22, lineHeight: '28px', fontWeight: 700 }
/** The name of the product, above everything. */
export const BRAND = { ...HEADING, color: ACCENT, fontFamily: SERIF, fontSize: 20, margin: '0 0 20px' }
/** A link that is pressed. */
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
/** Where a mail comes from, below everything. */
export const FOOT = { ...FAINT, fontSize: 13, borderTop: '1px solid #e8e3da', margin: '20px 0 0', padding: '14px 0 0' }
