import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { settingsQuery } from '#features/settings/settings.data.ts'
import { formatTimeAgo } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { focusHeading } from '#lib/focus-heading.ts'
import { blockedInDemo } from '#lib/refusal.ts'
import { Button } from '#ui/button.tsx'
import { MissingPage } from '#ui/missing-page.tsx'
import type { Trash, TrashItem } from './trash.ts'
import { useRestore } from './use-restore.ts'

interface DeletedPageProps<One extends TrashItem> {
  trash: Trash<One>
  one: One
  /** The time of the answer. */
  at: number
  refresh: () => Promise<unknown>
}

/** Stands for something that is in the trash: says who deleted it and when, and restores it. */
export function DeletedPage<One extends TrashItem>({ trash, one, at, refresh }: DeletedPageProps<One>) {
  const router = useRouter()
  const { timeZone } = useSuspenseQuery(settingsQuery).data
  const { restore, isBusy } = useRestore(trash, refresh)
  const onRestore = async () => {
    const result = await restore([one.id])
    if (!result || result.collided.length > 0) return
    await router.invalidate()
    focusHeading()
  }
  return (
    <MissingPage
      title={trash.words.pageTitle()}
      text={trash.words.pageText({
        name: trash.nameOf(one),
        person: one.deletedBy?.name ?? m.activity_former_actor(),
        ago: formatTimeAgo(one.deletedAt, new Date(at), timeZone),
      })}
      to={trash.list}
      showAll={trash.words.listAll()}
      action={
        <Button {...blockedInDemo} isBusy={isBusy} onClick={() => void onRestore()}>
          {m.trash_restore()}
        </Button>
      }
    />
  )
}
