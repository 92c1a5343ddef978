import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { installationQuery } from '#kit/installation/installation.data.ts'
import { formatTimeAgo } from '#base/i18n/format.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { focusHeading } from '#base/lib/form/focus-heading.ts'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button } from '#base/ui/button.tsx'
import { MissingPage } from '#base/ui/state/missing-page.tsx'
import { TrashCollisions } from './trash-collisions.tsx'
import type { Restored } from './trash.schema.ts'
import type { Trash, TrashItem } from './trash.ts'
import { useRestore } from './use-restore.ts'

interface DeletedPageProps<One extends TrashItem> {
  trash: Trash<One>
  one: One
  /** The time of the answer. */
  at: number
  refresh: () => Promise<unknown>
  /** What can be done where something else has the deleted thing's name by now. */
  renderCollision?: (collided: Restored['collided'][number], onDone: () => void) => ReactNode
}

/** Stands for something that is in the trash: says who deleted it and when, and restores it. */
export function DeletedPage<One extends TrashItem>(props: DeletedPageProps<One>) {
  const { trash, one, at, refresh, renderCollision } = props
  const [collided, setCollided] = useState<Restored['collided']>([])
  const router = useRouter()
  const { timeZone } = useSuspenseQuery(installationQuery).data
  const { restore, isBusy } = useRestore(trash, refresh, { isExplained: true })
  const by = one.deletedBy?.name
  const onRestore = async () => {
    const result = await restore([one.id])
    if (result) setCollided(result.collided)
    if (!result || result.collided.length > 0) return
    await router.invalidate()
    focusHeading()
  }
  return (
    <MissingPage
      title={trash.words.pageTitle()}
      text={trash.words.pageText({
        name: isolated(trash.nameOf(one)),
        person: by ? isolated(by) : m.activity_former_actor(),
        ago: formatTimeAgo(one.deletedAt, new Date(at), timeZone),
      })}
      to={trash.list}
      showAll={trash.words.listAll()}
      action={
        <Button {...blockedInDemo} isBusy={isBusy} onClick={() => void onRestore()}>
          {m.trash_restore()}
        </Button>
      }
    >
      <div className="mt-6">
        <TrashCollisions
          trash={trash}
          collided={collided}
          onClose={() => setCollided([])}
          renderAction={renderCollision && ((found) => renderCollision(found, () => setCollided([])))}
        />
      </div>
    </MissingPage>
  )
}
