import { m } from '#base/i18n/paraglide/messages.js'

/** What the switch by which a library lends is called, in the settings and where a library begins. */
export const lendingSwitchWords = { label: m.lending_switch, hint: m.lending_switch_hint }
