import { QueryClient, useQuery } from '@tanstack/react-query'
import { call, Refusal } from './client'

/** Server state. Nothing is asked again on a timer: the socket says when something changed. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      retry: (count, failure) => count < 2 && failure instanceof Refusal && failure.problem.status === 0,
    },
  },
})

export function useProviders() {
  return useQuery({ queryKey: ['providers'], queryFn: ({ signal }) => call('listProviders', { signal }), staleTime: 300_000 })
}

export function useModels() {
  return useQuery({ queryKey: ['models'], queryFn: ({ signal }) => call('listModelNames', { signal }), staleTime: 300_000 })
}

export function useProjects() {
  return useQuery({ queryKey: ['projects'], queryFn: ({ signal }) => call('listProjects', { signal }) })
}
