import { m } from '#base/i18n/paraglide/messages.js'
import type { Activity } from './activity.schema.ts'

/** The actor's name. */
export function actorName({ actor }: Pick<Activity, 'actor'>): string {
  if (actor.kind === 'operator') return m.activity_operator()
  return actor.kind === 'system' ? m.brand_name() : (actor.name ?? m.activity_former_actor())
}
