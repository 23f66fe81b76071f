import { ServiceError } from "../../contracts/service-error";
import type { IdentifiedPerson } from "../directory/identity";
import type { RawContext } from "../endpoint";

/** What a person proves besides the password. */
export type SecondFactors = {
  /**
   * Checks what the form brings and returns the methods for `amr`.
   * @throws ServiceError 403 second_factor_required, 401 invalid_second_factor, 429
   */
  prove(person: IdentifiedPerson, form: Record<string, string>, context: RawContext): Promise<string[]>;
};

/** Where nobody has a second factor. */
export function noSecondFactors(): SecondFactors {
  return {
    async prove() {
      throw new ServiceError(403, "second_factor_required", "A second factor is required");
    },
  };
}
