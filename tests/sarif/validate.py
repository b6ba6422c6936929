# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The gac authors
"""Validates SARIF logs against the schema. usage: validate.py SCHEMA LOG...

Prints "valid LOG" or "invalid LOG: where: why" for each."""
import json
import sys

import jsonschema


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    checker = jsonschema.validators.validator_for(schema)
    checker.check_schema(schema)
    validator = checker(schema, format_checker=jsonschema.FormatChecker())
    for path in sys.argv[2:]:
        with open(path, encoding="utf-8") as file:
            log = json.load(file)
        error = jsonschema.exceptions.best_match(validator.iter_errors(log))
        if error:
            where = "/".join(str(part) for part in error.absolute_path)
            print(f"invalid {path}: {where}: {error.message[:200]}")
        else:
            print(f"valid {path}")


main()
