import { Columns } from '../../ui/Columns'
import { Empty } from '../../ui/states'

export function Settings() {
  return (
    <Columns>
      <div className="head"><h1>Settings</h1></div>
      <Empty>This screen is being built.</Empty>
    </Columns>
  )
}
