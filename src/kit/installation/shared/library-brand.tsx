import { useQueryClient } from '@tanstack/react-query'
import { Brand } from '#base/ui/brand.tsx'
import { installationQuery } from '../installation.data.ts'

/** The mark with the name of the library, or of the product while it has none. */
export const LibraryBrand = () => <Brand own={useQueryClient().getQueryData(installationQuery.queryKey)?.libraryName} />
