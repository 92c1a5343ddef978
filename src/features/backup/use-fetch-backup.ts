import { useState } from 'react'
import { needsReauthentication } from '#features/code/shared/reauthentication-step.tsx'
import { m } from '#i18n/paraglide/messages.js'
import { useAction } from '#ui/use-action.ts'
import { allowFetch, backupUrl } from './backup.data.ts'

/** Downloads a backup, after reauthentication if that is needed: `waiting` is then its name. */
export function useFetchBackup() {
  const [waiting, setWaiting] = useState<string>()
  const { run } = useAction(
    async (name: string) => {
      try {
        await allowFetch({ data: { name } })
      } catch (thrown) {
        if (!needsReauthentication(thrown)) throw thrown
        setWaiting(name)
        return
      }
      setWaiting(undefined)
      // Answered as an attachment: the page stays.
      location.assign(backupUrl(name))
    },
    { failure: m.backups_fetch_failed() },
  )
  return { run, waiting, onClose: () => setWaiting(undefined) }
}
