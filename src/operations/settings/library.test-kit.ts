import type { SettingList } from './settings-list.schema.ts'

/** The settings of a library that has decided nothing. */
export const LIBRARY: SettingList['library'] = {
  lending: false,
  loanMemoryDays: 30,
  signInCards: true,
  network: false,
  reminderMails: null,
  name: null,
  contactEmail: null,
  signup: null,
  timeZone: null,
  trashDays: null,
  securityLogDays: null,
}
