import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ProblemBox, Skeleton } from '../../ui/states'

/** What is loaded, or why it is not. What was known stays while it is asked for again. */
export function Loaded<T>(props: { query: UseQueryResult<T>; rows?: number; children: (data: T) => ReactNode }) {
  const { query } = props
  if (query.data !== undefined) return <>{query.error && <ProblemBox failure={query.error} retry={() => void query.refetch()} />}{props.children(query.data)}</>
  return query.error ? <ProblemBox failure={query.error} retry={() => void query.refetch()} /> : <Skeleton rows={props.rows ?? 4} />
}
