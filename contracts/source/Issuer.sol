// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";

/**
 * What all contracts that issue something have in common: roles instead of an owner, mints that can be paused, and
 * references that are good once. Whoever sends a transaction again by mistake is refused by the reference, whatever
 * they believe happened to the first one.
 */
abstract contract Issuer is AccessControl, Pausable {
    bytes32 public constant MINTER_ROLE = keccak256("MINTER_ROLE");
    bytes32 public constant PAUSER_ROLE = keccak256("PAUSER_ROLE");

    mapping(bytes32 ref => bool) private _used;

    event ReferenceUsed(bytes32 indexed ref);

    error ReferenceAlreadyUsed(bytes32 ref);
    error ReferenceMissing();
    error LengthMismatch(uint256 expected, uint256 given);
    error EmptyBatch();

    constructor(address admin, address minter) {
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
        _grantRole(PAUSER_ROLE, admin);
        _grantRole(MINTER_ROLE, minter);
    }

    /// Uses a reference up, or reverts when it was used before.
    modifier once(bytes32 ref) {
        _use(ref);
        _;
    }

    function isReferenceUsed(bytes32 ref) external view returns (bool) {
        return _used[ref];
    }

    function pause() external onlyRole(PAUSER_ROLE) {
        _pause();
    }

    function unpause() external onlyRole(PAUSER_ROLE) {
        _unpause();
    }

    function _use(bytes32 ref) internal {
        if (ref == bytes32(0)) revert ReferenceMissing();
        if (_used[ref]) revert ReferenceAlreadyUsed(ref);
        _used[ref] = true;
        emit ReferenceUsed(ref);
    }

    function _sameLength(uint256 expected, uint256 given) internal pure {
        if (expected == 0) revert EmptyBatch();
        if (expected != given) revert LengthMismatch(expected, given);
    }
}
