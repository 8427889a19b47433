// Counts the fields of an operation after its fragments are expanded. A few lines of fragments that spread one another
// twice expand to millions of fields, and later steps that visit them all would not end.
import { type DocumentNode, type FragmentDefinitionNode, Kind, type SelectionSetNode } from "graphql";

/** Fields of all operations of a document; Infinity if a fragment contains itself. An unknown fragment counts as 0. */
export function expandedFields(document: DocumentNode): number {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const one of document.definitions) if (one.kind === Kind.FRAGMENT_DEFINITION) fragments.set(one.name.value, one);
  // Infinity while a fragment is being counted: reading it then means a cycle
  const counted = new Map<string, number>();

  function ofFragment(name: string): number {
    const known = counted.get(name);
    if (known !== undefined) return known;
    counted.set(name, Number.POSITIVE_INFINITY);
    const fields = ofSelections(fragments.get(name)?.selectionSet);
    counted.set(name, fields);
    return fields;
  }

  function ofSelections(set: SelectionSetNode | undefined): number {
    let fields = 0;
    for (const selection of set?.selections ?? []) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) fields += ofFragment(selection.name.value);
      else fields += (selection.kind === Kind.FIELD ? 1 : 0) + ofSelections(selection.selectionSet);
    }
    return fields;
  }

  // fragments that no operation spreads are counted too: validation rules visit them
  return document.definitions.reduce((sum, one) => {
    if (one.kind === Kind.FRAGMENT_DEFINITION)
      return sum + (counted.has(one.name.value) ? 0 : ofFragment(one.name.value));
    return one.kind === Kind.OPERATION_DEFINITION ? sum + ofSelections(one.selectionSet) : sum;
  }, 0);
}
