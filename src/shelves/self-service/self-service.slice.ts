import { settingPanels } from '#kit/library-settings/library-settings.slots.ts'
import type { PageSlice } from '#kit/slice.ts'
import { deskActions, deskNotices } from '#lending/desk/desk.slots.ts'

/** What self-service corners contribute to pages. */
export const selfServicePages: PageSlice = {
  parts: [
    deskActions.with(async () => ({ Part: (await import('./desk/open-corner.tsx')).OpenCornerAction })),
    deskNotices.with(async () => ({ Part: (await import('./desk/locked-corners.tsx')).LockedCorners })),
    settingPanels.with(async () => {
      const { CornerPanel, loadCornerPanel } = await import('./desk/corner-panel.tsx')
      return { Part: CornerPanel, load: loadCornerPanel }
    }),
  ],
}
