// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {SmartAccount} from "./SmartAccount.sol";

/**
 * Makes smart accounts at addresses that are known before. The owner is part of the address, so nobody can take an
 * account by deploying it first.
 */
contract AccountFactory {
    address public immutable IMPLEMENTATION;

    event AccountCreated(address indexed account, address indexed owner, bytes32 salt);

    constructor() {
        IMPLEMENTATION = address(new SmartAccount());
    }

    /// Asked again for the same account, it gives the one that is there.
    function createAccount(address owner, bytes32 salt) external returns (address account) {
        account = accountAddress(owner, salt);
        if (account.code.length > 0) return account;
        Clones.cloneDeterministic(IMPLEMENTATION, _saltOf(owner, salt));
        SmartAccount(payable(account)).initialize(owner);
        emit AccountCreated(account, owner, salt);
    }

    function accountAddress(address owner, bytes32 salt) public view returns (address) {
        return Clones.predictDeterministicAddress(IMPLEMENTATION, _saltOf(owner, salt));
    }

    function _saltOf(address owner, bytes32 salt) private pure returns (bytes32) {
        return keccak256(abi.encode(owner, salt));
    }
}
