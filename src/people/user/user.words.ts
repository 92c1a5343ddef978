import { m } from '#base/i18n/paraglide/messages.js'
import { roleWord } from '#base/i18n/role-word.ts'
import type { NounWords } from '#base/lib/noun.ts'
import { userFields } from './user-labels.ts'

export const userWords = {
  one: m.resource_user,
  many: m.activity_users,
  former: m.activity_former_subject,
  taken: m.undo_kept_email_taken,
  fields: {
    ...userFields,
    // Fields that the sentences name themselves, such as `banned`, need no label.
    banReason: { label: m.activity_field_reason },
    banExpires: { label: m.activity_field_until },
    emailVerified: { label: m.activity_field_verified, isFollowing: true },
  },
  sentences: {
    create: ({ names, isOwn }) => (isOwn ? m.activity_signed_up(names) : undefined),
    update: ({ names, isOwn }) => (isOwn ? m.activity_updated_own(names) : undefined),
    delete: ({ names, count, isNamed }) => (count === 1 && !isNamed ? m.activity_user_deleted(names) : undefined),
    'delete-for-good': ({ names, count }) =>
      count === 1 ? m.activity_user_deleted_for_good(names) : m.activity_deleted_for_good(names),
    onboard: ({ names, isOwn }) => (isOwn ? m.activity_onboarded(names) : undefined),
    verify: ({ names }) => m.activity_verified(names),
    'set-role': ({ names, valueOf }) => m.activity_role_set({ ...names, role: roleWord(String(valueOf('role'))) }),
    ban: ({ names }) => m.activity_banned(names),
    unban: ({ names }) => m.activity_unbanned(names),
  },
} satisfies NounWords
