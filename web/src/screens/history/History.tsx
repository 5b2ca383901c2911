import { Columns } from '../../ui/Columns'
import { Empty } from '../../ui/states'

export function History() {
  return (
    <Columns>
      <div className="head"><h1>History</h1></div>
      <Empty>This screen is being built.</Empty>
    </Columns>
  )
}
