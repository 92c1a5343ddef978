/** What every page knows of the installation; nothing in it is secret. */
export interface Settings {
  version: string
  hint: { name: string | null; emoji: string | null; color: string }
  isDemo: boolean
  contactEmail: string
  starterCommand: string
  /** Providers that are configured, by the name on their button. */
  providers: { id: string; name: string }[]
  timeZone: string
}
