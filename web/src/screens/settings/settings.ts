import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../api/client'
import { queries } from '../../api/queries'

export function useSettings() {
  return useQuery({ queryKey: ['settings'], queryFn: ({ signal }) => call('getSettings', { signal }), staleTime: 0 })
}

/** Changes something that is set; what is shown is asked for again, also when it was refused. */
export function useChange<V, A>(change: (value: V) => Promise<A>) {
  return useMutation({
    mutationFn: change,
    onSettled: () => {
      for (const key of ['settings', 'providers', 'models', 'rules', 'devices']) void queries.invalidateQueries({ queryKey: [key] })
    },
  })
}
