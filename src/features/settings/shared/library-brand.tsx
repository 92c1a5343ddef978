import { useQueryClient } from '@tanstack/react-query'
import { Brand } from '#ui/brand.tsx'
import { settingsQuery } from '../settings.data.ts'

/** The mark with the name of the library, or of the product while it has none. */
export const LibraryBrand = () => <Brand own={useQueryClient().getQueryData(settingsQuery.queryKey)?.libraryName} />
