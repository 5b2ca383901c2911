import { useProviders } from '../api/queries'

/** The small sign of a CLI, in its colour; its name on hover. */
export function ProviderSign(props: { id: string | undefined }) {
  const { data } = useProviders()
  const provider = data?.find(one => one.id === props.id)
  const name = provider?.name ?? props.id ?? ''
  return (
    <span className="provider" role="img" aria-label={name} title={name} style={{ color: provider?.color }}>
      {provider?.icon ?? '·'}
    </span>
  )
}

export function useProviderName(id: string | undefined): string {
  const { data } = useProviders()
  return data?.find(one => one.id === id)?.name ?? id ?? ''
}
